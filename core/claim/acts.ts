import { again } from '../again.ts';
import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import * as claims from '../api/claim.ts';
import type { ClaimKey } from '../api/claim.ts';
import { ApiError, code as codeOf } from '../api/error.ts';
import type { Field } from '../contract/calculator.ts';
import type { ClaimForm } from '../contract/claim.ts';
import { pause, passing } from './again.ts';
import type { Means } from './again.ts';
import * as billing from './bills.ts';
import type { Upload } from './bills.ts';
import { can } from './can.ts';
import type { Action } from './status.ts';

/** What a person may ask of an open claim that has one answer. */
export type Deed = Extract<Action, 'confirm' | 'accept' | 'refund'>;

/**
 * A deed on its way. `waiting`: no answer came, it is repeated until the server tells. `refused`: `code` of messages.ts,
 * by field where a field is to blame; `after` seconds to wait.
 */
export type Doing =
  | { action: Deed; state: 'sending' | 'waiting' }
  | {
      action: Deed;
      state: 'refused';
      code: string;
      fields: Readonly<Record<string, string>>;
      after?: number;
    };

/** What the person does with the open claim, besides cancelling. Each step goes on by itself after a lost connection. */
export interface Acts {
  /** The deed that runs or was refused; null when there is none. */
  readonly doing: ReadonlySignal<Doing | null>;
  /** Receipts on their way, and those that were refused. */
  readonly uploads: ReadonlySignal<readonly Upload[]>;
  /** «Я оплатил»; true when the server took it. */
  confirm(): Promise<boolean>;
  /** Takes the recalculation that is offered. */
  accept(): Promise<boolean>;
  /** Asks for the money back, to `requisites` by field name; also says where a refund goes that is under way. */
  refund(requisites: Record<string, string>): Promise<boolean>;
  /** Forgets a refusal that was read. */
  dismiss(): void;
  /** Sends a receipt. */
  addBill(file: File): void;
  /** Calls a receipt off that is not sent yet, or puts a refused one away. */
  removeBill(key: string): void;
  /** Takes a receipt of the claim away, by its id. */
  takeBill(id: string): Promise<void>;
  /** What a refund has to know to be sent. Rejects with ApiError. */
  places(): Promise<readonly Field[]>;
  /** How to pay: the merchant's form, or requisites. Rejects with ApiError. */
  form(): Promise<ClaimForm>;
  /** The address that opens the claim on another device. Rejects with ApiError. */
  handoff(): Promise<string>;
}

/** The acts and what only their claim may do with them. */
export interface OwnedActs extends Acts {
  /** Asks again now instead of waiting. */
  wake(): void;
  /** Another claim, or none: what runs is called off. */
  leave(): void;
}

/** The acts over one claim flow. */
export function create(options: Means): OwnedActs {
  const { api, opened, refetch, onError } = options;
  const doing = signal<Doing | null>(null);
  let controller = new AbortController();
  const waiting = new Set<() => void>();
  const bills = billing.create(options);

  async function run(
    action: Deed,
    call: (key: ClaimKey, options: { signal: AbortSignal }) => Promise<unknown>,
  ): Promise<boolean> {
    const at = opened();
    const before = doing.peek();
    if (!at || (before && before.state !== 'refused')) return false;
    const called = controller.signal;
    doing.value = { action, state: 'sending' };
    for (let n = 0; ; n++) {
      let failure: unknown = null;
      try {
        await call(at.key, { signal: called });
      } catch (error) {
        if (called.aborted) return false;
        // An answer of another shape than ours is still an answer.
        failure = error instanceof ApiError && error.kind === 'shape' ? null : error;
      }
      if (called.aborted) return false;
      if (passing(failure)) {
        doing.value = { action, state: 'waiting' };
        await pause(options, failure, n, waiting, called);
        if (called.aborted) return false;
        const now = opened();
        // Done by the lost attempt, or by another tab.
        if (now && can(now.claim).includes(action)) continue;
        doing.value = null;
        return true;
      }
      if (failure === null) {
        await refetch();
        if (!called.aborted) doing.value = null;
        return !called.aborted;
      }
      refuse(action, failure);
      await refetch();
      return false;
    }
  }

  function refuse(action: Deed, failure: unknown) {
    const known = failure instanceof ApiError ? failure : null;
    const fields = Object.entries(known?.codes ?? {}).map(
      ([name, code]) => [name.replace(/^requisites\./, ''), code] as const,
    );
    const code = fields[0]?.[1] ?? codeOf(failure);
    const after = known?.retryAfter;
    doing.value = {
      action,
      state: 'refused',
      code,
      fields: Object.fromEntries(fields),
      ...(after != null && { after }),
    };
    onError(code);
  }

  const current = () => {
    const at = opened();
    if (!at) throw new Error('no claim is open');
    return at;
  };

  return {
    doing,
    uploads: bills.uploads,
    confirm() {
      const idempotency = options.random();
      return run('confirm', (at, call) => claims.confirm(api, at, idempotency, call));
    },
    accept: () => run('accept', (at, call) => claims.accept(api, at, call)),
    refund: requisites => run('refund', (at, call) => claims.refund(api, at, { requisites }, call)),
    dismiss() {
      if (doing.peek()?.state === 'refused') doing.value = null;
    },
    addBill: bills.add,
    removeBill: bills.remove,
    takeBill: bills.takeBack,
    // Needed by few: the code comes with the question.
    places: async () => (await again(() => import('./place.ts'))).fields(api, current().claim),
    form: async () => claims.form(api, current().key),
    handoff: async () => (await claims.handoff(api, current().key)).url,
    wake() {
      for (const one of waiting) one();
      bills.wake();
    },
    leave() {
      controller.abort();
      controller = new AbortController();
      doing.value = null;
      bills.leave();
    },
  };
}
