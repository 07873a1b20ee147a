/** Parses a column of requisites: JSON of field name → value. */
export function parseStoredRequisites(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}
