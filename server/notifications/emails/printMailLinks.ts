import type { Config } from '#server/platform/config/config.ts';
import type { MailTransport } from '#server/platform/mail/mailTransport.ts';

/** Whether the links of letters may be printed: on a demo, reachable only from this machine, without a mail server. */
export function mayPrintMailLinks({
  operator,
  mail,
}: Pick<Config, 'operator'> & { mail: Pick<Config['mail'], 'smtpUrl'> }): boolean {
  return operator === 'demo' && mail.smtpUrl === null;
}

/** Makes a transport print the code, or the link with a token, of each letter about an account after its delivery. */
export function printMailLinks(transport: MailTransport, print: (line: string) => void): MailTransport {
  return {
    ...transport,
    async send(message, signal) {
      await transport.send(message, signal);
      if (message.secretLine !== undefined) print(message.secretLine);
    },
  };
}
