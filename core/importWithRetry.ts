/** Failed imports by the module's address. */
const failureCounts = new Map<string, number>();

/** The address that Chromium and Firefox put at the end of the message when an import fails. */
const MODULE_ADDRESS = /https?:\/\/\S+$/;

/**
 * Imports a module, at the second try with a query in its address: Chromium and Firefox never request an address again
 * whose import has failed (WebKit does, and names no address). Modules that it imports statically keep their addresses.
 * Rejects as `importModule` does.
 */
export async function importWithRetry<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule();
  } catch (error) {
    const address = MODULE_ADDRESS.exec(error instanceof Error ? error.message : '')?.[0];
    if (address === undefined) throw error;
    const failureCount = failureCounts.get(address) ?? 0;
    failureCounts.set(address, failureCount + 1);
    if (failureCount === 0) throw error;
    return (await import(/* @vite-ignore */ `${address}?${failureCount}`)) as Module;
  }
}
