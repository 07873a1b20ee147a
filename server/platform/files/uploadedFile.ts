/** An uploaded file, not validated. */
export interface UploadedFile {
  /** The client's file name. */
  name: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes, base64url: identifies repeated uploads. */
  hash: string;
  /** Aborted when the client disconnects. The file is not stored then. */
  signal: AbortSignal;
}

/** Throws if the client has disconnected. */
export function throwIfAborted({ aborted }: AbortSignal): void {
  // Not the signal's reason, which is a text: error handlers expect an Error.
  if (aborted) throw new Error('the client gave up');
}
