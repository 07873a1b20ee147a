import * as v from 'valibot';
import { Settings } from '../contract/calculator.ts';
import { shelf } from '../storage.ts';
import type { ExchangeOptions } from './model.ts';

const side = v.picklist(['from', 'to']);
const values = v.record(v.string(), v.string());

const Form = v.object({
  /** The page's wishes it was filled in under: another deep link begins a new form. */
  wanted: v.string(),
  /** Codes of the pair, when the person picked it. */
  picked: v.nullable(v.object({ from: v.string(), to: v.string(), city: v.nullable(v.string()) })),
  typed: v.nullable(v.object({ side, text: v.string(), value: v.nullable(v.string()) })),
  chosen: v.nullable(v.picklist(['default', 'verification'])),
  draft: v.object({
    values: v.object({ from: values, to: values }),
    email: v.string(),
    promocode: v.string(),
    consent: v.boolean(),
  }),
});

/** The half-filled form of this tab. */
export type Form = v.InferOutput<typeof Form>;

const Snapshot = v.object({ at: v.number(), settings: Settings });

/** The last answer good enough to show a form with, and when it came (milliseconds by this device's clock). */
export type Snapshot = v.InferOutput<typeof Snapshot>;

/** How old a snapshot may be: a day. Its course is shown as stale in any case. */
const OLDEST = 24 * 3600_000;

/** A form is written down so long after it changed, milliseconds: what a key changes is painted first, many keys are one. */
const SOON = 500;

/** What a form keeps: the last known directions for all tabs, what was filled in for this tab only. */
export interface Memory {
  form(): Form | null;
  /** Writes it down soon; the newest counts. */
  keepForm(form: Form): void;
  /** Writes down at once what is still to be: the page may go away. */
  flush(): void;
  snapshot(): Snapshot | null;
  keepSnapshot(snapshot: Snapshot): void;
}

/** The memory of a form, by API origin and scope. */
export function create({ api, scope = 'main', local = null, session = null }: ExchangeOptions): Memory {
  const prefix = `exchange:${api.base}:`;
  const shared = shelf(local, prefix);
  const own = shelf(session, `${prefix}${scope}:`);
  let waiting: Form | null = null;
  let off: (() => void) | null = null;

  function flush() {
    off?.();
    off = null;
    if (waiting) own.write('form', waiting);
    waiting = null;
  }

  return {
    form: () => own.read(Form, 'form'),
    keepForm(form) {
      waiting = form;
      off ??= api.clock.later(flush, SOON);
    },
    flush,
    snapshot() {
      const found = shared.read(Snapshot, 'snapshot');
      return found && api.clock.now() - found.at < OLDEST ? found : null;
    },
    keepSnapshot: snapshot => shared.write('snapshot', snapshot),
  };
}
