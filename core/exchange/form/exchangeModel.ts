import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../../api/client.ts';
import type {
  City,
  ClosedReason,
  Direction,
  RequisiteField,
  CurrencyItem,
  Pair,
  CodeReplacement,
  CalculatorSettings,
} from '../../contract/calculator.ts';
import type { KeyValueStorage } from '../../storage.ts';
import type { CourseType, DerivedAmounts, PairLimits, CourseFraction, SideName } from '../course.ts';
import type { RequisiteNote } from '../requisites/validateRequisite.ts';

/** The wished pair, as codes of the monitoring sites in any case, and the sum to send as people write it. */
export interface PairSelection {
  from?: string | undefined;
  to?: string | undefined;
  amount?: string | undefined;
  city?: string | undefined;
}

/** Where a change came from. Precedence of the pair: user > url > attribute > default. */
export type ChangeSource = 'user' | 'attribute' | 'url' | 'course' | 'default';

/** Detail of the element's `exchange-change`: codes, the sums that count as decimal text, the course that counts. */
export interface ExchangeChangeDetail {
  from: string;
  to: string;
  fromSumma: string;
  toSumma: string;
  course: string;
  source: ChangeSource;
}

/** A line for whoever runs the page; never shown to people, never holds what they typed. */
export type LogFunction = (message: string, error?: unknown) => void;

/** What an exchange form is made of. */
export interface ExchangeOptions {
  api: ApiClient;
  /** Wishes by source; fields of `url` go before those of `attribute`. */
  selections?: { url?: PairSelection | undefined; attribute?: PairSelection | undefined } | undefined;
  /** Tells two forms on a page apart in storage; the same after a reload. Default "main". */
  scope?: string | undefined;
  /** localStorage: the last known directions, public data only. Null or left out: memory. */
  local?: KeyValueStorage | null | undefined;
  /** sessionStorage: the half-filled form of this tab. Null or left out: memory. */
  session?: KeyValueStorage | null | undefined;
  /** A settings answer that the page already has (home page): the first request is spared. */
  initial?: CalculatorSettings | null | undefined;
  /** Begins with `hold(true)`: what is on the screen stays until `hold(false)`. Default false. */
  isSuspended?: boolean | undefined;
  /** Whether the form may be seen now; later changes by `visible()`. Default true. */
  visible?: boolean | undefined;
  /** The referral of the deep link or of the attribute `rid`, as it is when a claim is made. */
  getReferral?: (() => string | null) | undefined;
  log?: LogFunction | undefined;
  /** Every change of pair or sums, with its source. */
  onChange?: ((change: ExchangeChangeDetail) => void) | undefined;
  /** Codes of messages.ts for what went wrong, once a failure, not once an attempt. */
  onError?: ((code: string) => void) | undefined;
}

/** Loading shows a skeleton; failed offers `retry()`, and the model keeps trying by itself. */
export type ExchangePhase = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string };

/** Refreshing: a request runs. Stale: the API is down, sums and currencies stay, retries go on. */
export type CourseFreshness = 'fresh' | 'refreshing' | 'stale';

/** A limit of a side: `value` decimal text of the wire, `text` as people read it, without the unit: «1 250,5». */
export interface FormattedAmount {
  value: string;
  text: string;
}

/**
 * What stands beside a field. `limits` carries buttons for `put()`; `reserve` is the receive side's own; `reading` tells
 * how an ambiguous or too precise number was read («= 1,234»), also beside a limit that it missed. Numbers come as people read them, without the unit.
 */
export type AmountFieldHint =
  | { kind: 'none' }
  | { kind: 'limits'; min: FormattedAmount; max: FormattedAmount | null }
  | { kind: 'reserve'; amount: FormattedAmount }
  | { kind: 'below_min' | 'above_max'; limit: FormattedAmount; reading: string | null }
  | { kind: 'reading'; text: string }
  | { kind: 'unreadable'; code: 'number_format' };

/** The one stored fact about sums: the side typed in, its text verbatim, and the last readable decimal in it. */
export interface TypedAmount {
  side: SideName;
  text: string;
  value: string | null;
  /** True between a keystroke and settle(): nothing but the person changes the text then. */
  isEditing: boolean;
}

/** A currency in the picker; `closed` says why it cannot be chosen. */
export interface PickerOption {
  item: CurrencyItem;
  closedReason: ClosedReason | null;
}

/** Time to the next course: whole seconds, and the part that has passed (0…1) for the line. */
export interface CourseCountdown {
  seconds: number;
  progress: number;
}

/** A course as the form shows it: value for the wire, text as people read it. */
export interface CourseOption {
  type: CourseType;
  value: string;
  text: string;
}

/** What became of a promocode. */
export type PromocodeState =
  | { state: 'none' }
  | { state: 'checking'; text: string }
  | { state: 'applied'; text: string }
  | { state: 'refused'; text: string; code: string };

/** Name of a field of the draft: "from.card", "to.address", "email", "consent", "promocode". */
export type FieldName = `${SideName}.${string}` | 'email' | 'consent' | 'promocode';

/** Why a field is refused: a code of messages.ts and the data of its sentence. */
export interface FieldError {
  code: string;
  network?: string;
  expected?: string;
  max?: number;
}

/** Requisites, e-mail, promocode and consent: kept per side and field name across pairs, and across a reload. */
export interface ExchangeDraft {
  /** Visible fields of the course type that holds, in order. */
  readonly fields: ReadonlySignal<Readonly<Record<SideName, readonly RequisiteField[]>>>;
  readonly email: ReadonlySignal<string>;
  readonly consent: ReadonlySignal<boolean>;
  readonly promocode: ReadonlySignal<PromocodeState>;
  /** Refusals by field name, set by check() and checkField(); an edit of the field clears its own. */
  readonly errors: ReadonlySignal<Readonly<Partial<Record<FieldName, FieldError>>>>;
  /** Remarks on good values (bank of a card, «check the address again»), by field name. */
  readonly notes: ReadonlySignal<Readonly<Partial<Record<FieldName, RequisiteNote>>>>;
  /** The value of a field, "" when untouched; reads a signal. */
  getValue(side: SideName, name: string): string;
  setValue(side: SideName, name: string, text: string): void;
  setEmail(text: string): void;
  setConsent(isGiven: boolean): void;
  /** Asks the server for the course with this promocode; "" takes it off. */
  applyPromocode(text: string): Promise<void>;
  /** Checks one field (on blur); true when it is fine. */
  validateField(name: FieldName): Promise<boolean>;
  /** Checks all visible fields, e-mail and consent; the names refused, in the form's order, empty when fine. */
  validateAll(): Promise<FieldName[]>;
  /** Puts refusals of the server beside the fields they name. */
  showErrors(errors: Partial<Record<FieldName, FieldError>>): void;
  /** Stored values (trimmed, canonical) of the visible fields by side, for the claim. */
  getRequisites(): Promise<Record<SideName, Record<string, string>>>;
  /** Forgets requisites and consent after a claim; the e-mail stays. */
  clear(): void;
}

/** What a form shows, computed from what the person did and what the server answered. */
export interface ExchangeView {
  readonly items: ReadonlySignal<readonly CurrencyItem[]>;
  readonly from: ReadonlySignal<CurrencyItem | null>;
  readonly to: ReadonlySignal<CurrencyItem | null>;
  readonly toIds: ReadonlySignal<readonly number[]>;
  /** The currencies in each side's picker, in display order, closed ones with the reason. */
  readonly pickerOptions: ReadonlySignal<Readonly<Record<SideName, readonly PickerOption[]>>>;
  /** The picked pair while it is loading; `from`, `to` and `pair` change together when it arrives. */
  readonly pendingPair: ReadonlySignal<{ from: CurrencyItem; to: CurrencyItem } | null>;
  /** The current pair with the latest course and limits. */
  readonly pair: ReadonlySignal<Pair | null>;
  readonly city: ReadonlySignal<City | null>;
  /** Why the current pair cannot be exchanged now; null if it can. */
  readonly closedReason: ReadonlySignal<ClosedReason | null>;
  readonly courseType: ReadonlySignal<CourseType>;
  /** The courses to choose from: one, or two if there is a verification course. */
  readonly courseOptions: ReadonlySignal<readonly CourseOption[]>;
  /** The extra receive amount at the verification course, formatted without the unit; null if there is none. */
  readonly verificationGain: ReadonlySignal<string | null>;
  /** The course in use. */
  readonly courseFraction: ReadonlySignal<CourseFraction | null>;
  readonly limits: ReadonlySignal<PairLimits | null>;
  readonly decimals: ReadonlySignal<Readonly<Record<SideName, number>>>;
  /** When the quote expires, in milliseconds of this device's clock; null if the server sets no time. */
  readonly expiresAt: ReadonlySignal<number | null>;
  /** Whether the course on screen has expired: refresh it before creating a claim. */
  readonly isQuoteExpired: ReadonlySignal<boolean>;
  readonly countdown: ReadonlySignal<CourseCountdown>;
  /** The amounts within the limits; null without a course. */
  readonly amounts: ReadonlySignal<DerivedAmounts | null>;
  /** The text of each field: verbatim on the typed side, derived on the other. */
  readonly amountText: Readonly<Record<SideName, ReadonlySignal<string>>>;
  readonly amountHint: Readonly<Record<SideName, ReadonlySignal<AmountFieldHint>>>;
  /** Whether `swapCurrencies()` is possible. */
  readonly canSwap: ReadonlySignal<boolean>;
}

/** The form's model (SPEC §4 "Exchange form"). Its signals change only inside its methods. */
export interface ExchangeModel extends ExchangeView {
  readonly phase: ReadonlySignal<ExchangePhase>;
  readonly freshness: ReadonlySignal<CourseFreshness>;
  /** Why the course is stale: a code of messages.ts, and the server's Retry-After in seconds. */
  readonly lastError: ReadonlySignal<{ code: string; after: number | null } | null>;
  readonly settings: ReadonlySignal<CalculatorSettings | null>;
  readonly directions: ReadonlySignal<readonly Direction[]>;
  /** Requested codes that are unavailable, and the currencies shown instead. */
  readonly replacements: ReadonlySignal<readonly CodeReplacement[]>;
  readonly typedAmount: ReadonlySignal<TypedAmount | null>;
  readonly draft: ExchangeDraft;
  /** The referral that a claim created now would carry. */
  readonly referral: string | null;

  /** Handles a keystroke. */
  typeAmount(side: SideName, text: string): void;
  /** Ends editing (blur, Enter, submit): clamps and formats the text. Returns false if it cannot be read. */
  commitAmount(): boolean;
  /** Sets the amount to a limit of that side. */
  setToLimit(side: SideName, limit: 'min' | 'max'): void;
  selectCourseType(type: CourseType): void;
  /** Picks a currency by the id of its payment system, and a city for cash. */
  selectCurrency(side: SideName, id: number, city?: string): Promise<void>;
  selectCity(code: string): void;
  /** Swaps the sides; each currency keeps its amount. */
  swapCurrencies(): Promise<void>;
  /** Loads a pair or sets an amount for the page (changed attribute); it overrides an earlier choice. */
  requestPair(selection: PairSelection, source: 'attribute' | 'url'): Promise<void>;
  dismissReplacements(): void;
  /** Refreshes the course now (before submit); resolves to true if it is fresh afterwards. */
  refreshCourse(): Promise<boolean>;
  /** Retries at once after a failure («Повторить»). */
  retry(): void;
  /** The page or the element was shown or hidden; hidden forms send no requests. */
  setVisible(isVisible: boolean): void;
  /** Refreshes the course after sleep, `pageshow` or `online`. */
  refreshNow(): void;
  /**
   * Suspends the form while a claim is open: no requests are sent. While a claim is being filled in
   * (`isFillingIn`), courses are refreshed. In both cases requests of the page wait until the form is active again.
   */
  suspend(isSuspended: boolean, isFillingIn?: boolean): void;
  /** The amounts and the course as decimal text of the API; null without a course. */
  toPayload(): { fromSumma: string; toSumma: string; course: string } | null;
  dispose(): void;
}
