import type { Kysely } from 'kysely';
import type {
  AccountEventRow,
  AccountPromocodeRow,
  EmailChangeRow,
  LoginChallengeRow,
  RecoveryCodeRow,
  PasskeyChallengeRow,
  PasskeyRow,
  RefreshTokenRow,
  RestoreTokenRow,
  SavedRequisiteRow,
  SessionRow,
  SignupRow,
  StaffRow,
  StopTokenRow,
  TotpFactorRow,
  UserRow,
} from './accountRows.ts';
import type {
  AddressKeyRow,
  CatalogueVersionRow,
  CityRow,
  CurrencyRow,
  DiscountTierRow,
  PairRow,
  PaymentRequisiteRow,
  PromocodeRow,
  ReserveEntryRow,
  ReserveRow,
} from './catalogueRows.ts';
import type {
  BankTransferRow,
  ClaimAddressRow,
  ClaimEventRow,
  ClaimHolderRow,
  ClaimNoteRow,
  ClaimRow,
  IdempotencyKeyRow,
  ObservedPaymentRow,
  PaymentRow,
  RemovedPaymentRow,
  PaymentSourceRow,
  PayoutRow,
  RecalculationRow,
  SimulatedClaimRow,
} from './claimRows.ts';
import type {
  AutoWithdrawalRow,
  ClaimReferralRow,
  PartnerBalanceRow,
  PartnerEntryRow,
  PartnerEventRow,
  PartnerNetworkRow,
  PartnerRow,
  PartnerWithdrawalRow,
  ReferralClickRow,
  ReferralCodeRow,
  ReferralDayRow,
  ShopLinkRow,
  WithdrawalMethodRow,
} from './partnerRows.ts';
import type {
  ShopKeyRow,
  ShopKeyUseRow,
  TestClaimEventRow,
  TestClaimRow,
  WebhookDeliveryRow,
  WebhookRow,
} from './shopRows.ts';
import type {
  AccountKeyRow,
  CourseAlertRow,
  CourseSampleRow,
  HeartbeatRow,
  LeaseRow,
  EmailRecipientRow,
  EmailRow,
  OperatorChangeRow,
  RateLimitRow,
  RateRow,
  SettingRow,
  TelegramChatRow,
  TelegramLinkRow,
  TelegramMessageRow,
  TelegramOffsetRow,
} from './serverRows.ts';
import type { FileRow, HandoffRow, VerificationRow } from './verificationRows.ts';

/**
 * The database schema for Kysely, the same on SQLite and PostgreSQL. Every integer column is a bigint in TypeScript:
 * money in units of the currency's decimals, times in milliseconds since 1970 UTC, flags as 0n or 1n. Lists and
 * objects are JSON text. Courses and percents are decimal text.
 */
export interface DatabaseSchema {
  currencies: CurrencyRow;
  cities: CityRow;
  pairs: PairRow;
  reserves: ReserveRow;
  reserve_entries: ReserveEntryRow;
  payment_requisites: PaymentRequisiteRow;
  address_keys: AddressKeyRow;
  promocodes: PromocodeRow;
  discount_tiers: DiscountTierRow;
  settings: SettingRow;
  account_keys: AccountKeyRow;
  heartbeat: HeartbeatRow;
  leases: LeaseRow;
  rates: RateRow;
  course_samples: CourseSampleRow;
  course_alerts: CourseAlertRow;
  rate_limits: RateLimitRow;
  claims: ClaimRow;
  claim_events: ClaimEventRow;
  claim_addresses: ClaimAddressRow;
  idempotency_keys: IdempotencyKeyRow;
  payments: PaymentRow;
  removed_payments: RemovedPaymentRow;
  payouts: PayoutRow;
  recalculations: RecalculationRow;
  files: FileRow;
  verifications: VerificationRow;
  handoffs: HandoffRow;
  mail: EmailRow;
  mail_recipients: EmailRecipientRow;
  telegram_links: TelegramLinkRow;
  telegram_chats: TelegramChatRow;
  telegram_messages: TelegramMessageRow;
  telegram_offsets: TelegramOffsetRow;
  users: UserRow;
  staff: StaffRow;
  claim_holders: ClaimHolderRow;
  claim_notes: ClaimNoteRow;
  signups: SignupRow;
  sessions: SessionRow;
  refresh_tokens: RefreshTokenRow;
  restore_tokens: RestoreTokenRow;
  account_events: AccountEventRow;
  account_promocodes: AccountPromocodeRow;
  email_changes: EmailChangeRow;
  stop_tokens: StopTokenRow;
  totp_factors: TotpFactorRow;
  recovery_codes: RecoveryCodeRow;
  login_challenges: LoginChallengeRow;
  saved_requisites: SavedRequisiteRow;
  passkeys: PasskeyRow;
  passkey_challenges: PasskeyChallengeRow;
  partners: PartnerRow;
  referral_codes: ReferralCodeRow;
  claim_referrals: ClaimReferralRow;
  partner_events: PartnerEventRow;
  shop_keys: ShopKeyRow;
  shop_key_uses: ShopKeyUseRow;
  test_claims: TestClaimRow;
  test_claim_events: TestClaimEventRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
  partner_balances: PartnerBalanceRow;
  partner_entries: PartnerEntryRow;
  partner_withdrawals: PartnerWithdrawalRow;
  auto_withdrawals: AutoWithdrawalRow;
  partner_networks: PartnerNetworkRow;
  withdrawal_methods: WithdrawalMethodRow;
  referral_days: ReferralDayRow;
  referral_clicks: ReferralClickRow;
  shop_links: ShopLinkRow;
  operator_changes: OperatorChangeRow;
  simulated_claims: SimulatedClaimRow;
  payment_sources: PaymentSourceRow;
  observed_payments: ObservedPaymentRow;
  bank_transfers: BankTransferRow;
  catalogue_version: CatalogueVersionRow;
}

/** The dialect of the database. The queries are the same for both. */
export type DialectName = 'sqlite' | 'postgres';

/** The database for queries: a pool of connections, or the transaction that the queries belong to. */
export type Db = Kysely<DatabaseSchema>;
