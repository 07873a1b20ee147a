import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A letter as the server took it. */
export interface Received {
  from: string;
  to: string[];
  /** Its Message-ID. */
  id: string;
  raw: string;
}

/** A real SMTP server on this machine that keeps what it takes. */
export interface Inbox extends AsyncDisposable {
  url: string;
  received: Received[];
  /** Answers every letter with this line, null: takes it. */
  refuse: string | null;
  /** Runs when a letter is there whole, before the server says that it took it. */
  before: () => Promise<void>;
  /** Resolves when the next connection has ended after a letter. */
  closed: () => Promise<void>;
}

/** Opens one on a free port. */
export async function inbox(): Promise<Inbox> {
  let wait = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        void (async () => {
          const { refuse } = made;
          if (refuse !== null)
            return done(
              Object.assign(new Error(refuse.slice(4)), { responseCode: Number(refuse.slice(0, 3)) }),
            );
          const raw = Buffer.concat(parts).toString('latin1');
          const { mailFrom, rcptTo } = session.envelope;
          made.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            id: /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '',
            raw,
          });
          await made.before();
          done();
        })();
      });
    },
    onClose() {
      wait.resolve();
      wait = Promise.withResolvers();
    },
  });
  // A client that is killed resets its connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const made: Inbox = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refuse: null,
    before: () => Promise.resolve(),
    closed: () => wait.promise,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
  return made;
}
