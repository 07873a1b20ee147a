let failures = 0;

/**
 * A part of the program by its import. Browsers remember for good that an address could not be imported, so after a failure
 * `get` is given a query to put behind its address (the build does it), and the next try is a new one. What the part itself
 * imports at once keeps its address. Rejects as `get` does.
 */
export async function again<Module>(get: (query?: string) => Promise<Module>): Promise<Module> {
  try {
    return await get(failures > 0 ? `?${failures}` : '');
  } catch (error) {
    failures++;
    throw error;
  }
}
