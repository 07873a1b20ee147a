/** Settles like `promise`, but rejects with an error of this text after `ms` milliseconds. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, text: string): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(text)), ms);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
