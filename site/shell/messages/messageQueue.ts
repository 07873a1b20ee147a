import { computed, signal, type ReadonlySignal } from '@preact/signals-core';

/** A message for the visitor. */
export interface ModalMessage {
  title: string;
  message: string;
  /** Text of the button; default «ОК». */
  button?: string | undefined;
  /** Whether the button leads to /login. */
  recover?: boolean | undefined;
}

/** Queue of messages, shown one after another. */
export interface MessageQueue {
  /** The message on screen; null if there is none. */
  current: ReadonlySignal<ModalMessage | null>;
  /** Queues a message. Resolves when the visitor closes it. */
  show(message: ModalMessage): Promise<void>;
  /** Closes the current message and shows the next. */
  close(): void;
}

/** Creates an empty queue. */
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
