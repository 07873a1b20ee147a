import type { ReadonlySignal } from '@preact/signals-core';
import type { ApiClient } from '../../api/client.ts';
import type { City, ClosedReason, Direction, CurrencyItem } from '../../contract/calculator.ts';
import type { CodeReplacement, CalculatorSettings } from '../../contract/course/calculatorSettings.ts';
import type { RequisiteField, Pair } from '../../contract/course/pair.ts';
import type { KeyValueStorage } from '../../storage.ts';
import type { CourseType, DerivedAmounts, PairLimits, CourseFraction, SideName } from '../course.ts';
import type { DisplayedCourse } from '../displayedCourse.ts';
import type { RequisiteNote } from '../requisites/validateRequisite.ts';

/** A requested pair: currency codes in any case, the send amount as typed text, and a city code. */
export interface PairSelection {
  from?: string | undefined;
  to?: string | undefined;
  amount?: string | undefined;
  city?: string | undefined;
}

/** The source of a change. Precedence of the pair: user > url > attribute > default. */
export type ChangeSource = 'user' | 'attribute' | 'url' | 'course' | 'default';

/** Detail of the element's `exchange-change`: codes, amounts within the limits and the course in use, as decimal text. */
export interface ExchangeChangeDetail {
  from: string;
  to: string;
  fromSumma: string;
  toSumma: string;
  course: string;
  source: ChangeSource;
}

/** Logs a line for developers; it must not contain anything that a person typed. */
export type LogFunction = (message: string, error?: unknown) => void;

/** The options of `createExchangeModel()`. */
export interface ExchangeOptions {
  api: ApiClient;
  /** Requested values by source; each value of `url` overrides that of `attribute`. */
  selections?: { url?: PairSelection | undefined; attribute?: PairSelection | undefined } | undefined;
  /** Storage key of this form among those of the page, stable across reloads. Default "main". */
  scope?: string | undefined;
  /** localStorage, for the last directions (public data only). Default: memory. */
  local?: KeyValueStorage | null | undefined;
  /** sessionStorage, for the partly filled form of this tab. Default: memory. */
  session?: KeyValueStorage | null | undefined;
  /** A settings response embedded in the page: it replaces the first request. */
  initial?: CalculatorSettings | null | undefined;
  /** Starts suspended until `suspend(false)`, for hydration. Default false. */
  isSuspended?: boolean | undefined;
  /** Whether the form is visible now; `setVisible()` changes it. Default true. */
  visible?: boolean | undefined;
  /** Whether `api` has the credentials of an account now: its discount is not in a pair that comes with the settings. */
  hasAccount?: (() => boolean) | undefined;
  /** Returns the current referral of the deep link or of the attribute `rid`. */
  getReferral?: (() => string | null) | undefined;
  log?: LogFunction | undefined;
  /** Called after each change of the pair, the amounts or the course. */
  onChange?: ((change: ExchangeChangeDetail) => void) | undefined;
  /** Called with a code of messages.ts, once per failure, not per retry. */
  onError?: ((code: string) => void) | undefined;
}

/** loading: a skeleton is shown. failed: the model retries by itself, and `retry()` retries at once. */
export type ExchangePhase = { phase: 'loading' } | { phase: 'ready' } | { phase: 'failed'; code: string };

/** refreshing: a request is running. stale: the API is unreachable; the form keeps its state, retries continue. */
export type CourseFreshness = 'fresh' | 'refreshing' | 'stale';

/** An amount: `value` is decimal text of the API, `text` is formatted without the unit: «1 250,5». */
export interface FormattedAmount {
  value: string;
  text: string;
}

/**
 * The hint of a field, with formatted amounts without the unit. `limits` has buttons for `setToLimit()`; `reserve`
 * is only on the receive side; `reading` shows how an ambiguous or too precise number was parsed («= 1,234»);
 * `adjusted` is the amount that a limit has replaced.
 */
export type AmountFieldHint =
  | { kind: 'none' }
  | { kind: 'limits'; min: FormattedAmount; max: FormattedAmount | null }
  | { kind: 'reserve'; amount: FormattedAmount }
  | { kind: 'below_min' | 'above_max'; limit: FormattedAmount; reading: string | null }
  | { kind: 'reading'; text: string }
  | ({ kind: 'adjusted' } & AmountAdjustment)
  | { kind: 'unreadable'; code: 'number_format' };

/** The only stored amount: the side, its text verbatim, and the last valid decimal value; null if empty. */
export interface TypedAmount {
  side: SideName;
  text: string;
  value: string | null;
  /** True between a keystroke and `commitAmount()`: only the person changes the text then. */
  isEditing: boolean;
  /** The limit that replaced the amount, and the formatted amount it replaced; absent until that happens. */
  adjustment?: AmountAdjustment | undefined;
}

/** An amount outside the limits was replaced by this limit; `previous` is formatted without the unit. */
export interface AmountAdjustment {
  limit: 'min' | 'max';
  previous: string;
}

/** A currency in the picker; `closedReason` is null if it can be picked. */
export interface PickerOption {
  item: CurrencyItem;
  closedReason: ClosedReason | null;
}

/** Time until the next course: whole seconds, and the elapsed share (0…1). */
export interface CourseCountdown {
  seconds: number;
  progress: number;
}

/** A course to choose: `value` is decimal text of the API. */
export interface CourseOption {
  type: CourseType;
  value: string;
  displayed: DisplayedCourse;
}

/** The state of the promocode field. */
export type PromocodeState =
  | { state: 'none' }
  | { state: 'checking'; text: string }
  | { state: 'applied'; text: string }
  | { state: 'refused'; text: string; code: string };

/** Name of a field of the draft: "from.card", "to.address", "email", "consent", "promocode". */
export type FieldName = `${SideName}.${string}` | 'email' | 'consent' | 'promocode';

/** The error of a field: a code of messages.ts and the data of its message. */
export interface FieldError {
  code: string;
  network?: string;
  expected?: string;
  max?: number;
}

/** Requisites, e-mail, promocode and consent. Values are stored per side and field name, across pairs and reloads. */
export interface ExchangeDraft {
  /** The visible fields for the course type in use, in order. */
  readonly fields: ReadonlySignal<Readonly<Record<SideName, readonly RequisiteField[]>>>;
  readonly email: ReadonlySignal<string>;
  readonly consent: ReadonlySignal<boolean>;
  readonly promocode: ReadonlySignal<PromocodeState>;
  /** Errors by field name, set by the validation and by the server; an edit clears the field's error. */
  readonly errors: ReadonlySignal<Readonly<Partial<Record<FieldName, FieldError>>>>;
  /** Notes on valid values by field name: the bank of a card, «check the address again». */
  readonly notes: ReadonlySignal<Readonly<Partial<Record<FieldName, RequisiteNote>>>>;
  /** The value of a field, "" by default; reads a signal. */
  getValue(side: SideName, name: string): string;
  setValue(side: SideName, name: string, text: string): void;
  setEmail(text: string): void;
  setConsent(isGiven: boolean): void;
  /** Requests the course with a promocode; "" removes it. */
  applyPromocode(text: string): Promise<void>;
  /** Validates one field (on blur); resolves to its validity. */
  validateField(name: FieldName): Promise<boolean>;
  /** Validates all visible fields, e-mail, promocode and consent; resolves to the invalid names in form order. */
  validateAll(): Promise<FieldName[]>;
  /** Shows errors of the server at their fields. */
  showErrors(errors: Partial<Record<FieldName, FieldError>>): void;
  /** The normalized values of the visible fields by side, for the claim. */
  getRequisites(): Promise<Record<SideName, Record<string, string>>>;
  /** Clears requisites, promocode and consent after a claim; the e-mail stays. */
  clear(): void;
}

/** The displayed state of a form, computed from the person's input and the server's responses. */
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
  /** The cities to choose from; empty without cash. */
  readonly cities: ReadonlySignal<readonly City[]>;
  /** The chosen city; null until the visitor chooses one, and without cash. */
  readonly city: ReadonlySignal<City | null>;
  /** Whether the visitor still has to choose a city. */
  readonly isCityMissing: ReadonlySignal<boolean>;
  /** Why the current pair cannot be exchanged now; null if it can. */
  readonly closedReason: ReadonlySignal<ClosedReason | null>;
  readonly courseType: ReadonlySignal<CourseType>;
  /** The courses to choose from: one, or two if there is a verification course. */
  readonly courseOptions: ReadonlySignal<readonly CourseOption[]>;
  /** The discount that the courses contain, percent: «0,15»; null if there is none. */
  readonly discountPercent: ReadonlySignal<string | null>;
  /**
   * The amount from which a photo of the card is needed, formatted without the unit; null if the amount is below it.
   */
  readonly cardPhotoThreshold: ReadonlySignal<string | null>;
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

/** The exchange form's model. Its signals change only inside its methods. */
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
  /** Picks the city where cash is handed over. */
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
  /** Refreshes the course after sleep, `pageshow`, `online` or a login; when a suspended form is resumed, then. */
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
