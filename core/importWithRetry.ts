let failureCount = 0;

/**
 * A part of the program by its import. Browsers remember for good that an address could not be imported, so after a failure
 * `get` is given a query to put behind its address (the build does it), and the next try is a new one. What the part itself
 * imports at once keeps its address. Rejects as `get` does.
 */
export async function importWithRetry<Module>(
  importModule: (query?: string) => Promise<Module>,
): Promise<Module> {
  try {
    return await importModule(failureCount > 0 ? `?${failureCount}` : '');
  } catch (error) {
    failureCount++;
    throw error;
  }
}
