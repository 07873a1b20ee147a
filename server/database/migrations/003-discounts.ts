import type { DialectName } from '../schema.ts';
import { createVersionTriggers } from './001-tables.ts';

/** Tables of the third step. */
export const DISCOUNT_TABLE_NAMES = ['discount_tiers'] as const;

/** The statements of the third step: discounts by turnover, and those that an exchange begins with. */
export function createDiscountSchema(dialect: DialectName): readonly string[] {
  return [
    `create table discount_tiers (
      turnover bigint not null primary key check (turnover > 0),
      percent text not null
    )`,
    ...createVersionTriggers(dialect, DISCOUNT_TABLE_NAMES),
    `insert into discount_tiers (turnover, percent)
      values (100000, '0.05'), (500000, '0.1'), (2000000, '0.15'), (5000000, '0.25')`,
  ];
}
