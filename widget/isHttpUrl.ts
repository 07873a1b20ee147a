/** Whether an attribute `api` is a server's whole address; `localhost:4000` is none: its scheme would be "localhost:". */
export function isHttpUrl(url: string): boolean {
  return /^\s*https?:/i.test(url) && URL.canParse(url);
}
