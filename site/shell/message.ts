import { computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** SPEC "Message modal". */
export interface Message {
  title: string;
  message: string;
  /** The button's text, «ОК» when left out. */
  button?: string | undefined;
  /** Whether the button leads to /login. */
  recover?: boolean | undefined;
}

/** What is to be told in a modal, one after the other. */
export interface Messages {
  /** The one to be seen now. */
  current: ReadonlySignal<Message | null>;
  /** Tells it, after those that still wait to be read. Resolves once it has been closed. */
  show(message: Message): Promise<void>;
  /** The current one has been read. */
  close(): void;
}

/** Nothing to tell yet. */
export function create(): Messages {
  const waiting = signal<readonly { message: Message; closed: () => void }[]>([]);
  return {
    current: computed(() => waiting.value[0]?.message ?? null),
    show: message =>
      new Promise(closed => {
        waiting.value = [...waiting.peek(), { message, closed }];
      }),
    close() {
      const [first, ...rest] = waiting.peek();
      waiting.value = rest;
      first?.closed();
    },
  };
}
