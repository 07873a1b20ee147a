/** Whether a value of `api` is an absolute HTTP URL. `localhost:4000` is not: its scheme would be "localhost:". */
export function isHttpUrl(url: string): boolean {
  return /^\s*https?:/i.test(url) && URL.canParse(url);
}
