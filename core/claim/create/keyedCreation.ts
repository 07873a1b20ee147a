import { ApiError } from '../../api/apiError.ts';
import type { ApiCall, ApiClient } from '../../api/client.ts';
import type { ChangedTerms } from '../../contract/claim/claimCreate.ts';
import type { ExchangeModel } from '../../exchange/form/exchangeModel.ts';
import { generateRandomId } from '../../randomId.ts';
import { createRetrier } from '../../retrier.ts';
import { retryDelay } from '../../retry.ts';
import type { ClaimPhase, ClaimTerms } from '../claimModel.ts';
import { parseChangedTerms } from './creationErrors.ts';
import { getCurrentTerms, haveSameAmounts, isQuoteExpired, type QuotedTerms } from './quotedTerms.ts';

/** Milliseconds for one request that creates a claim. */
const CREATION_TIMEOUT_MS = 15_000;
const CREATION_BACKOFF = { firstMs: 2_000, maxMs: 15_000 } as const;

/** A creation without its key: the body of the request with its terms, and the displayed course. */
interface CreationDraft {
  body: Omit<ClaimTerms, 'course'> & { quote?: string | null | undefined };
  course: string;
}

/** A draft with the Idempotency-Key of its requests. */
type Keyed<Draft> = Draft & { key: string };

type CreationRequestOptions = Pick<ApiCall, 'signal' | 'timeout' | 'headers'>;

/** What differs between the form and the repeat of a claim. */
export interface KeyedCreationOptions<Draft extends CreationDraft, Created> {
  api: ApiClient;
  exchange: Pick<
    ExchangeModel,
    'closedReason' | 'expiresAt' | 'isQuoteExpired' | 'lastError' | 'pair' | 'refreshCourse' | 'toPayload'
  >;
  /** Returns an id of 128 random bits. Default: `generateRandomId`. */
  generateId?: (() => string) | undefined;
  /** Returns the saved creation for the same input; null without one. */
  findSaved(draft: Draft): Keyed<Draft> | null;
  /** Saves the creation, whose outcome may be unknown after a reload; null removes it. */
  save(pending: Keyed<Draft> | null): void;
  /** Returns the function that sends the creation: each time the same request. */
  createRequest(pending: Keyed<Draft>): (options: CreationRequestOptions) => Promise<Created>;
  onPhaseChange(phase: Extract<ClaimPhase, { phase: 'sending' | 'changed' }>): void;
  /** The quote has expired and there is no other: a code of messages.ts. */
  onQuoteMissing(code: string): void;
  /** The server refused without new terms. */
  onRefused(error: unknown, pending: Keyed<Draft>): void;
  onCreated(created: Created, pending: Keyed<Draft>): void;
}

/** Creates one claim per Idempotency-Key. */
export interface KeyedCreation<Draft> {
  /** Replaces an expired quote, then submits the draft; if the amounts changed, the person must accept them first. */
  create(draft: Draft): Promise<void>;
  /** Sends the draft, or the saved creation for the same input. */
  submit(draft: Draft): Promise<void>;
  /** Repeats a creation with an unknown outcome, from before a reload. */
  resume(pending: Keyed<Draft>): void;
  /** Submits the draft with the terms of phase `changed`. */
  acceptNewTerms(): Promise<void>;
  /** Ends the wait before the next request. */
  retryNow(): void;
  /** Aborts a running creation and forgets new terms. The key of an unknown outcome stays saved. */
  reset(): void;
}

/** Creates the flow of a creation, from the displayed terms to the claim or the refusal. */
export function createKeyedCreation<Draft extends CreationDraft, Created>(
  options: KeyedCreationOptions<Draft, Created>,
): KeyedCreation<Draft> {
  const { api, exchange, generateId = generateRandomId, findSaved, save } = options;
  // Retries while the claim may exist. Unlike other actions, a 503 is a refusal that the person sees.
  const retrier = createRetrier(api.clock, (error, attempt) =>
    error instanceof ApiError && error.isOutcomeUnknown ? retryDelay(error, attempt, CREATION_BACKOFF) : null,
  );
  let controller = new AbortController();
  let changedDraft: Draft | null = null;

  const showSending = (isOutcomeUnknown: boolean) =>
    options.onPhaseChange({ phase: 'sending', isOutcomeUnknown });

  /** Phase `changed`: the person accepts other terms or goes back. */
  function showChangedTerms(draft: Draft, newTerms: QuotedTerms, reason: ChangedTerms['code']) {
    const { fromSumma, toSumma, course } = newTerms;
    const { body } = draft;
    changedDraft = withTerms(draft, newTerms);
    options.onPhaseChange({
      phase: 'changed',
      reason,
      previousTerms: { fromSumma: body.fromSumma, toSumma: body.toSumma, course: draft.course },
      currentTerms: { fromSumma, toSumma, course },
    });
  }

  function showRefusal(pending: Keyed<Draft>, error: unknown) {
    // 401, 429 and 503 are no decision about the draft, so its key stays valid.
    if (!(error instanceof ApiError) || ![401, 429, 503].includes(error.status)) save(null);
    const changed = parseChangedTerms(error);
    if (changed) showChangedTerms(pending, changed, changed.code);
    else options.onRefused(error, pending);
  }

  async function send(pending: Keyed<Draft>) {
    const { signal } = controller;
    const request = options.createRequest(pending);
    const headers = { 'idempotency-key': pending.key };
    await retrier
      .run(() => request({ signal, timeout: CREATION_TIMEOUT_MS, headers }), {
        signal,
        onWait: () => showSending(true),
      })
      .then(
        created => {
          if (signal.aborted) return;
          options.onCreated(created, pending);
          save(null);
        },
        (error: unknown) => {
          if (!signal.aborted) showRefusal(pending, error);
        },
      );
  }

  async function submit(draft: Draft) {
    showSending(false);
    const pending = findSaved(draft) ?? { ...draft, key: generateId() };
    save(pending);
    await send(pending);
  }

  return {
    async create(draft) {
      // A saved creation is repeated unchanged even if the course changed.
      if (findSaved(draft) || !isQuoteExpired(exchange, api.clock.now())) return submit(draft);
      showSending(false);
      const { signal } = controller;
      const isFresh = await exchange.refreshCourse();
      if (signal.aborted) return;
      const terms = getCurrentTerms(exchange);
      const closedReason = exchange.closedReason.peek();
      if (closedReason || !isFresh || !terms)
        options.onQuoteMissing((closedReason ?? exchange.lastError.peek())?.code ?? 'rate_stale');
      else if (haveSameAmounts(draft.body, terms)) await submit(withTerms(draft, terms));
      else showChangedTerms(draft, terms, 'course_changed');
    },
    submit,
    resume(pending) {
      showSending(true);
      void send(pending);
    },
    async acceptNewTerms() {
      const draft = changedDraft;
      changedDraft = null;
      if (draft) await submit(draft);
    },
    retryNow: retrier.retryNow,
    reset() {
      controller.abort();
      controller = new AbortController();
      changedDraft = null;
    },
  };
}

/** The draft with other terms. */
function withTerms<Draft extends CreationDraft>(
  draft: Draft,
  { fromSumma, toSumma, course, quote }: QuotedTerms,
): Draft {
  return { ...draft, course, body: { ...draft.body, fromSumma, toSumma, quote } };
}
