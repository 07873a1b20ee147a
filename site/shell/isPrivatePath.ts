const PRIVATE_PATH =
  /^\/(?:claim|verification|verify|account|login|register|forget|recover|promocode)(?:\/|$)/;

/** Whether a page is about one person's own: what it says is shown to nobody else, a replay of an error included. */
export function isPrivatePath(pathname: string): boolean {
  return PRIVATE_PATH.test(pathname);
}
