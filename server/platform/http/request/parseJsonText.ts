import { NUL } from './refuseNul.ts';

/** Maximum number of values in a body, including nested ones: ten times as many as the largest schema accepts. */
const MAX_JSON_VALUES = 1_000;

/**
 * Parses JSON of a client. Undefined for other text, and for more values than any schema accepts: a schema reports an
 * issue for each of them, 30,000 in half a second. A value that contains NUL, or whose name contains it, becomes a
 * symbol, which no schema accepts, so that the refusal lists its field.
 */
export function parseJsonText(text: string): unknown {
  let json: unknown;
  try {
    // JSON can contain NUL only as an escape.
    json = text.includes(String.raw`\u0000`) ? JSON.parse(text, markNul) : JSON.parse(text);
  } catch {
    return undefined;
  }
  return hasFewValues(json) ? json : undefined;
}

const markNul = (name: string, value: unknown): unknown =>
  name.includes(NUL) || (typeof value === 'string' && value.includes(NUL)) ? Symbol('NUL') : value;

function hasFewValues(json: unknown): boolean {
  const containers = [json];
  let count = 0;
  for (const container of containers) {
    if (typeof container !== 'object' || container === null) continue;
    const values: unknown[] = Object.values(container);
    count += values.length;
    if (count > MAX_JSON_VALUES) return false;
    containers.push(...values);
  }
  return true;
}
