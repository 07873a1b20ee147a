/** Whether an attribute `api` is a server's whole address; `localhost:4000` is none: its scheme would be "localhost:". */
export function whole(api: string): boolean {
  return /^\s*https?:/i.test(api) && URL.canParse(api);
}
