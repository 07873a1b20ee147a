import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { RecordedStatement } from '../statementRecorder.ts';

/** Tables that grow with the number of claims. */
const LARGE_TABLES: ReadonlySet<string> = new Set([
  'claims',
  'claim_events',
  'idempotency_keys',
  'payments',
  'payouts',
  'claim_addresses',
  'claim_holders',
  'claim_notes',
  'operator_changes',
  'recalculations',
  'reserve_entries',
  'mail',
  'mail_recipients',
  'files',
  'verifications',
  'handoffs',
  'rate_limits',
  'users',
  'signups',
  'sessions',
  'refresh_tokens',
  'restore_tokens',
  'account_events',
  'account_promocodes',
  'email_changes',
  'stop_tokens',
  'totp_factors',
  'recovery_codes',
  'login_challenges',
  'saved_requisites',
  'passkeys',
  'passkey_challenges',
  'claim_referrals',
  'partner_events',
  'test_claims',
  'test_claim_events',
  'webhook_deliveries',
  'referral_days',
  'referral_clicks',
  'shop_links',
]);

/** Lists the large tables that a statement reads completely, by PostgreSQL's plan. */
export async function listPostgresScans(
  client: pg.Client,
  { text, values }: RecordedStatement,
): Promise<string[]> {
  interface PlanNode {
    'Node Type': string;
    'Relation Name'?: string;
    'Index Name'?: string;
    'Index Cond'?: string;
    Plans?: PlanNode[];
  }
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    values,
  );
  const nodes: PlanNode[] = [];
  const collect = (node: PlanNode) => {
    nodes.push(node);
    for (const child of node.Plans ?? []) collect(child);
  };
  for (const { Plan } of rows[0]?.['QUERY PLAN'] ?? []) collect(Plan);
  return nodes.flatMap(node => {
    const table = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan') return LARGE_TABLES.has(table) ? [table] : [];
    const isIndexScan = /^(Bitmap )?Index( Only)? Scan$/.test(node['Node Type']);
    return isIndexScan && LARGE_TABLES.has(table) && node['Index Cond'] === undefined
      ? [`${table} by ${node['Index Name']}`]
      : [];
  });
}

/** The same by SQLite's plan. */
export function listSqliteScans(database: DatabaseSync, { text }: RecordedStatement): string[] {
  const rows = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
  return rows.flatMap(({ detail }) => {
    const table = /^SCAN (\w+)/.exec(detail)?.[1];
    return table !== undefined && LARGE_TABLES.has(table) ? [detail] : [];
  });
}
