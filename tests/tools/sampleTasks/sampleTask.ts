/** A change of one file: a new file, or lines before a known line of an existing one. */
export interface SampleEdit {
  file: string;
  /** Text that stands once in the file; the lines go before it. Absent: the file is new. */
  before?: string;
  text: string;
}

/** A task as a newcomer does it by CONTRIBUTING.md, without its tests. */
export interface SampleTask {
  name: string;
  /** Largest number of files that it may touch. */
  maxFiles: number;
  edits: readonly SampleEdit[];
}
