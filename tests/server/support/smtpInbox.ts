import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** An email that the server received. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  /** The Message-ID header. */
  id: string;
  raw: string;
}

/** A real local SMTP server that stores received messages. */
export interface SmtpInbox extends AsyncDisposable {
  url: string;
  received: ReceivedEmail[];
  /** Rejects every message with this line. Null accepts it. */
  refusal: string | null;
  /** Runs after a complete message is received and before the server accepts it. */
  beforeAccept: () => Promise<void>;
  /** Resolves when the next connection closes. */
  waitForClose: () => Promise<void>;
}

/** Starts an inbox on a free port. */
export async function openSmtpInbox(): Promise<SmtpInbox> {
  let closing = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void (async () => {
          const { refusal } = smtpInbox;
          if (refusal !== null)
            return done(
              Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }),
            );
          const raw = Buffer.concat(parts).toString('latin1');
          const { mailFrom, rcptTo } = session.envelope;
          smtpInbox.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            id: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '',
            raw,
          });
          await smtpInbox.beforeAccept();
          done();
        })();
      });
    },
    onClose() {
      closing.resolve();
      closing = Promise.withResolvers();
    },
  });
  // A killed client resets its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const smtpInbox: SmtpInbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refusal: null,
    beforeAccept: () => Promise.resolve(),
    waitForClose: () => closing.promise,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
  return smtpInbox;
}
