import type { NodeName } from '#server/platform/config/nodeSettings.ts';
import { PAYMENT_NETWORKS } from '../catalogue/paymentNetworks.ts';
import type { ExchangeContext } from '../context.ts';

/** Time without a check after which a source is silent, milliseconds. Another process takes over in 10 s. */
const SILENT_AFTER_MS = 120_000;

/** How far a configured source has been read. */
export interface SourceState {
  name: NodeName;
  /** Name of the network for people. */
  title: string;
  /** The last block that was read; null: none. */
  height: bigint | null;
  /** When the newest block had been read, milliseconds; null: never. */
  checkedAt: bigint | null;
  /** Whether that is so long ago that payments may be unknown. */
  isSilent: boolean;
}

/** Lists the sources with nodes in the configuration of this process. `db`: its own, or the one for health checks. */
export async function listSourceStates(
  { config, now }: Pick<ExchangeContext, 'config' | 'now'>,
  db: ExchangeContext['db'],
): Promise<SourceState[]> {
  const rows = await db.selectFrom('payment_sources').select(['source', 'height', 'checked_at']).execute();
  return (Object.keys(config.nodes) as NodeName[]).map(name => {
    const row = rows.find(({ source }) => source === name);
    const checkedAt = row?.checked_at ?? null;
    return {
      name,
      title: PAYMENT_NETWORKS[name].title,
      height: row?.height ?? null,
      checkedAt,
      isSilent: checkedAt === null || now() - Number(checkedAt) > SILENT_AFTER_MS,
    };
  });
}
