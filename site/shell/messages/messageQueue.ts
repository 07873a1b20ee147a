import { computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** SPEC "Message modal". */
export interface ModalMessage {
  title: string;
  message: string;
  /** The button's text, «ОК» when left out. */
  button?: string | undefined;
  /** Whether the button leads to /login. */
  recover?: boolean | undefined;
}

/** What is to be told in a modal, one after the other. */
export interface MessageQueue {
  /** The one to be seen now. */
  current: ReadonlySignal<ModalMessage | null>;
  /** Tells it, after those that still wait to be read. Resolves once it has been closed. */
  show(message: ModalMessage): Promise<void>;
  /** The current one has been read. */
  close(): void;
}

/** Nothing to tell yet. */
export function createMessageQueue(): MessageQueue {
  const queue = signal<readonly { message: ModalMessage; onClose: () => void }[]>([]);
  return {
    current: computed(() => queue.value[0]?.message ?? null),
    show: message =>
      new Promise(onClose => {
        queue.value = [...queue.peek(), { message, onClose }];
      }),
    close() {
      const [first, ...rest] = queue.peek();
      queue.value = rest;
      first?.onClose();
    },
  };
}
