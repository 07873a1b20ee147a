import { batch, computed, signal } from '@preact/signals-core';
import * as verifications from '../api/verification.ts';
import type { VerificationKey } from '../api/verification.ts';
import { ApiError, code as codeOf } from '../api/error.ts';
import type { Connection } from '../claim/model.ts';
import type { Verification, VerificationInputs } from '../contract/verification.ts';
import type { Refused, Shot, VerificationModel, VerificationOptions, VerificationPhase } from './model.ts';
import * as patiences from './patience.ts';
import * as queues from './queue.ts';
import * as watch from './watch.ts';

/** Milliseconds between two questions: the first, how it grows while nothing changes, the most. */
const INTERVAL = { first: 5_000, growth: 1.25, most: 15_000 } as const;

/** Until the server tells its own. */
const LIMITS: VerificationInputs['photo'] = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 8 * 1024 * 1024,
  maxCount: 3,
  maxPixels: 40_000_000,
};

/** The model of one verification; it begins to ask at once. */
export function create(options: VerificationOptions): VerificationModel {
  const { api, subject, upload, onError } = options;
  const known = signal<Verification | null>(null);
  const gone = signal<string | null>(null);
  const connection = signal<Connection>('live');
  const acting = signal<'no' | 'yes' | 'waiting'>('no');
  const refused = signal<Refused | null>(null);
  const limits = signal(LIMITS);
  /** Files added in this view, by the photo they became. */
  const files = new Map<string, File>();
  const life = new AbortController();
  let key: VerificationKey | null = null;
  let shown = options.visible ?? true;
  let interval: number = INTERVAL.first;
  let off: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** Raised by everything the person does: an answer asked for before it is old. */
  let turn = 0;

  const patience = patiences.create(api.clock);
  const queue = queues.create({
    patience,
    async send(file, call) {
      if (!key) throw new Error('no verification is open');
      return verifications.upload(api, upload, key, file, call);
    },
    sent(photo, file) {
      turn++;
      files.set(photo.id, file);
      const now = known.peek();
      if (now && !now.photos.some(({ id }) => id === photo.id))
        known.value = { ...now, photos: [...now.photos, photo] };
    },
    async refused(error, file) {
      refuse(error, file.name);
      await again();
    },
  });

  const phase = computed<VerificationPhase>(() => {
    const [code, verification, photo] = [gone.value, known.value, queue.sending.value];
    const link = connection.value;
    if (code !== null) return { phase: 'gone', code };
    if (!verification) return { phase: 'loading', connection: link };
    if (photo) return { phase: 'uploading', verification, connection: link, ...photo };
    return { phase: 'ready', verification, connection: link };
  });
  const editable = computed(() => known.value?.status === 'draft' || known.value?.status === 'rejected');

  const over = () => life.signal.aborted || gone.peek() !== null;

  function tell(verification: Verification) {
    batch(() => {
      known.value = verification;
      connection.value = 'live';
    });
  }

  function end(error: unknown) {
    gone.value = codeOf(error);
    off?.();
    queue.stop();
    onError?.(codeOf(error));
  }

  function refuse(error: unknown, name?: string) {
    const fault = error instanceof ApiError ? error : null;
    const code = Object.values(fault?.codes ?? {})[0] ?? codeOf(error);
    const after = fault?.retryAfter;
    const max = code === 'file_count' ? limits.peek().maxCount : undefined;
    refused.value = { code, ...(name && { name }), ...(max && { max }), ...(after != null && { after }) };
    onError?.(code);
  }

  function schedule(asked = 0) {
    off?.();
    off = null;
    const now = known.peek();
    if (over() || !shown || (now && watch.isDecided(now))) return;
    off = api.clock.later(
      () => {
        interval = Math.min(INTERVAL.most, Math.round(interval * INTERVAL.growth));
        void ask();
      },
      Math.max(interval, asked),
    );
  }

  async function once(): Promise<number> {
    const mine = turn;
    const before = known.peek();
    const { signal } = life;
    try {
      if (!key || !before) {
        const found = await watch.find(api, subject, { signal });
        key = { id: found.verification.id, access: found.access };
        if (!over()) tell(found.verification);
      } else {
        const answer = await watch.ask(api, key, before, { signal });
        if (over() || mine !== turn) return 0;
        if (answer.status !== before.status) interval = INTERVAL.first;
        tell(answer);
      }
      return 0;
    } catch (error) {
      if (over() || mine !== turn) return 0;
      const definite = error instanceof ApiError && [400, 404, 409].includes(error.status);
      if (definite) end(error);
      else {
        if (connection.peek() === 'live') onError?.(codeOf(error));
        connection.value = 'lost';
      }
      return error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    }
  }

  function ask(): Promise<void> {
    running ??= once().then(asked => {
      running = null;
      schedule(asked);
    });
    return running;
  }

  /** Something the person did has changed the verification, or was refused because it is another by now. */
  async function again() {
    turn++;
    interval = INTERVAL.first;
    await running;
    await ask();
  }

  /** One act at a time; true when the server did it. */
  async function act(call: (at: VerificationKey) => Promise<void>): Promise<boolean> {
    const at = key;
    if (!at || over() || acting.peek() !== 'no') return false;
    refused.value = null;
    acting.value = 'yes';
    turn++;
    const waits = () => {
      acting.value = 'waiting';
    };
    try {
      await patience.insist(life.signal, waits, () => call(at));
      turn++;
      return !over();
    } catch (error) {
      if (over()) return false;
      refuse(error);
      await again();
      return false;
    } finally {
      acting.value = 'no';
      schedule();
    }
  }

  void ask();
  void verifications.inputs(api, { signal: life.signal }).then(
    ({ photo }) => {
      limits.value = photo;
    },
    // The usual limits hold until the server tells others by refusing.
    () => undefined,
  );

  return {
    phase,
    photos: computed<readonly Shot[]>(() =>
      (known.value?.photos ?? []).map(({ id, size }) => ({ id, size, file: files.get(id) ?? null })),
    ),
    limits,
    refused,
    acting,
    ready: computed(() => {
      const [count, free] = [known.value?.photos.length ?? 0, acting.value === 'no' && !queue.sending.value];
      return editable.value && free && count > 0;
    }),
    add(file) {
      const { types, maxBytes, maxCount } = limits.peek();
      const taken = (known.peek()?.photos.length ?? 0) + queue.count();
      const { name } = file;
      refused.value = null;
      if (over() || !editable.peek()) return;
      if (taken >= maxCount) refused.value = { code: 'file_count', name, max: maxCount };
      else if (file.size === 0) refused.value = { code: 'file_empty', name };
      else if (!types.includes(file.type)) refused.value = { code: 'file_type', name };
      else if (file.size > maxBytes) refused.value = { code: 'file_size', name };
      else queue.add(file);
    },
    stop: queue.stop,
    async remove(id) {
      return act(async at => {
        await verifications.erase(api, at, id, { signal: life.signal }).catch(missing);
        const now = known.peek();
        if (now) known.value = { ...now, photos: now.photos.filter(photo => photo.id !== id) };
      });
    },
    async submit() {
      const done = await act(async at => {
        const { status, photos } = known.peek() ?? {};
        const call = { signal: life.signal };
        const ids = (photos ?? []).map(({ id }) => id);
        tell(
          status === 'rejected'
            ? await verifications.update(api, at, ids, call)
            : await verifications.confirm(api, at, call),
        );
      });
      interval = INTERVAL.first;
      return done;
    },
    async withdraw() {
      const done = await act(async at => {
        await verifications.remove(api, at, { signal: life.signal }).catch(missing);
      });
      if (!done) return false;
      if ('claim' in subject) {
        batch(() => {
          known.value = null;
          key = null;
        });
        await again();
      } else gone.value = 'not_found';
      return true;
    },
    async handoff() {
      return key && 'secret' in key.access ? verifications.handoff(api, key, { signal: life.signal }) : null;
    },
    dismiss() {
      refused.value = null;
    },
    wake() {
      patience.wake();
      interval = INTERVAL.first;
      const now = known.peek();
      if (!over() && !(now && watch.isDecided(now))) void ask();
    },
    visible(value) {
      const returned = value && !shown;
      shown = value;
      const now = known.peek();
      if (returned && !over() && !(now && watch.isDecided(now))) void ask();
      else schedule();
    },
    dispose() {
      life.abort();
      queue.stop();
      off?.();
    },
  };
}

/** What was to be taken away is not there any more. */
function missing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
