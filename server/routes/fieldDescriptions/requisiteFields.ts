import {
  AccountRequisite,
  AccountRequisites,
  RequisiteCreate,
  RequisiteUpdate,
  RequisiteVerification,
} from '#core/contract/account/savedRequisite.ts';
import { describeFields, type DescribedSchema } from './describeFields.ts';

/** Descriptions of the fields of saved requisites. */
export const requisiteFields: readonly DescribedSchema[] = [
  describeFields(AccountRequisite, {
    id: 'id of the requisite',
    type: '`card`: also a phone for transfers',
    label: 'The owner’s name for it; may be empty',
    currency: 'The currency of payouts to it',
    values: 'Field name → value',
    masked: 'What money is sent to, masked',
    verification: 'The newest verification of the card; null without one',
    payoutFrom: 'From when money may be paid out to it; null: now',
    usedAt: 'When it was last part of a new claim',
  }),
  describeFields(AccountRequisites, {
    count: 'Number of saved requisites',
    next: 'URL of the next page; null on the last page',
    previous: 'URL of the previous page; null on the first page',
    results: 'Requisites, the last used first',
  }),
  describeFields(RequisiteVerification, {
    id: 'id of the verification',
    status: 'draft, pending, approved, rejected or expired',
    expiresAt: 'When a draft, a rejected verification or an approval expires',
  }),
  describeFields(RequisiteCreate, {
    currency: 'Code of the currency',
    values: 'Field name → value, for the fields of `inputs`',
    label: 'A name for it, at most 40 characters',
  }),
  describeFields(RequisiteUpdate, { label: 'A name for it, at most 40 characters' }),
];
