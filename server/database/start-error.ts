/** The database cannot be opened; the message is one line for whoever started the server, who can mend it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
