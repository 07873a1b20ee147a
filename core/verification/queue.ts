import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Photo } from '../contract/verification.ts';
import type { UploadOptions } from '../api/upload.ts';
import type { Patience } from './patience.ts';

/** A photo on its way: `progress` of it has left (0…1), or it waits for the connection. */
export interface Sending {
  name: string;
  progress: number;
  waiting: boolean;
}

/** What a queue needs of its verification. */
export interface QueueOptions {
  patience: Patience;
  send(file: File, options: UploadOptions): Promise<Photo>;
  sent(photo: Photo, file: File): void;
  refused(error: unknown, file: File): Promise<void>;
}

/** Photos on their way, one after the other. */
export interface Queue {
  readonly sending: ReadonlySignal<Sending | null>;
  /** How many are not there yet. */
  count(): number;
  add(file: File): void;
  /** Calls all of them off. */
  stop(): void;
}

/** A queue of photos. */
export function create({ patience, send, sent, refused }: QueueOptions): Queue {
  const sending = signal<Sending | null>(null);
  let files: File[] = [];
  let controller = new AbortController();

  async function one(file: File, called: AbortSignal) {
    const put = (progress: number, waiting: boolean) => {
      if (!called.aborted) sending.value = { name: file.name, progress, waiting };
    };
    try {
      const photo = await patience.insist(
        called,
        () => put(0, true),
        () => {
          put(0, false);
          return send(file, { signal: called, progress: part => put(part, false) });
        },
      );
      if (!called.aborted) sent(photo, file);
    } catch (error) {
      if (!called.aborted) await refused(error, file);
    }
  }

  async function run(called: AbortSignal) {
    for (let file = files[0]; file && !called.aborted; file = files[0]) {
      await one(file, called);
      if (!called.aborted) files.shift();
    }
    if (!called.aborted) sending.value = null;
  }

  return {
    sending,
    count: () => files.length,
    add(file) {
      files.push(file);
      if (files.length > 1) return;
      sending.value = { name: file.name, progress: 0, waiting: false };
      void run(controller.signal);
    },
    stop() {
      controller.abort();
      controller = new AbortController();
      files = [];
      sending.value = null;
    },
  };
}
