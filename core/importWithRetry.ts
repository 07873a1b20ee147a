/** Number of failed imports by the module's URL. */
const failureCounts = new Map<string, number>();

/** The URL at the end of the error message of a failed import, in Chromium and Firefox. */
const MODULE_URL = /https?:\/\/\S+$/;

/**
 * Imports a module. After a failed import the next call adds a query to the module's URL, because Chromium and Firefox
 * never request a failed URL again. WebKit does; its message contains no URL. Static imports of the module keep their
 * URLs. Rejects as `importModule` does.
 */
export async function importWithRetry<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule();
  } catch (error) {
    const url = MODULE_URL.exec(error instanceof Error ? error.message : '')?.[0];
    if (url === undefined) throw error;
    const failureCount = failureCounts.get(url) ?? 0;
    failureCounts.set(url, failureCount + 1);
    if (failureCount === 0) throw error;
    return (await import(/* @vite-ignore */ `${url}?${failureCount}`)) as Module;
  }
}
