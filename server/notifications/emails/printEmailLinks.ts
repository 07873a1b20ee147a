import type { Config } from '#server/platform/config/config.ts';
import type { EmailTransport } from '#server/platform/email/emailTransport.ts';

/** Whether the links of e-mails may be printed: on a demo, reachable only from this machine, without a mail server. */
export function mayPrintEmailLinks({ operator, mail }: Pick<Config, 'operator' | 'mail'>): boolean {
  return operator === 'demo' && mail.smtpUrl === null;
}

/** Makes a transport print the code, or the link with a token, of each e-mail about an account after its delivery. */
export function printEmailLinks(transport: EmailTransport, print: (line: string) => void): EmailTransport {
  return {
    ...transport,
    async send(message, signal) {
      await transport.send(message, signal);
      if (message.secretLine !== undefined) print(message.secretLine);
    },
  };
}
