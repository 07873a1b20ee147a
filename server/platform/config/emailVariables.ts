/** The variables of e-mails, in the order of README's table. */
export const emailVariables = {
  SMTP_URL: {
    default: '',
    meaning:
      'mail server, `smtp://user:password@host:587`, or `smtps://…` for TLS from the start; without it e-mails are written to `DATA_DIR/mail`',
    allowed: 'smtp://user:password@host:port or smtps://user:password@host:port',
    secret: true,
  },
  MAIL_FROM: {
    default: '`no-reply@` at the host of `PUBLIC_ORIGIN`',
    meaning: 'sender address of e-mails',
    allowed: 'an e-mail address',
  },
} as const;
