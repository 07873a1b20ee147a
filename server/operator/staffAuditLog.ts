import * as v from 'valibot';
import type { AuditRecord } from '#core/contract/operator/audit.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { beginsWith } from '#server/platform/database/columnConditions.ts';
import { formatInstant } from '#server/platform/formatInstant.ts';
import { dayFilters, whereDays } from '#server/platform/lists/dayFilters.ts';
import type { PagedList } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';
import { toClaimReference } from './claims/claimReference.ts';

const searchText = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(128)));
const AuditFilters = v.object({ by: searchText, target: searchText, ...dayFilters });
type AuditFilters = v.InferOutput<typeof AuditFilters>;

/** The audit log, newest first. All staff sees the same. */
export const staffAuditLog: PagedList<Pick<ServerContext, 'db'>, null, AuditFilters, AuditRecord> = {
  filters: AuditFilters,
  open: ({ db }, _, { by, target, ...days }) => {
    let query = whereDays(db.selectFrom('operator_changes'), 'operator_changes.at', days);
    if (by !== undefined) query = query.where(beginsWith(db, 'operator_changes.actor', by));
    if (target !== undefined)
      query = query.where(({ or, eb }) =>
        or([
          beginsWith(db, 'operator_changes.target', target),
          eb('operator_changes.target', 'in', of =>
            of
              .selectFrom('claims')
              .select('claims.id')
              .where('claims.public_number', '=', target.toUpperCase().replace(/^№\s*/, '')),
          ),
        ]),
      );
    return openList({
      rows: query,
      order: { 'operator_changes.id': 'desc' },
      select: part =>
        part
          .leftJoin('claims', 'claims.id', 'operator_changes.target')
          .leftJoin('users', join =>
            join
              .onRef('users.id', '=', 'operator_changes.target')
              .on('operator_changes.command', 'like', 'staff %'),
          )
          .selectAll('operator_changes')
          .select(['claims.id as claim_id', 'claims.public_number', 'users.email']),
      build: rows =>
        rows.map(({ id, at, actor, network, command, target: object, detail, email, ...claim }) => ({
          id: Number(id),
          at: formatInstant(at),
          by: actor,
          network,
          command,
          target: object,
          member: email,
          claim: toClaimReference(claim.claim_id, claim.public_number),
          detail: JSON.parse(detail) as AuditRecord['detail'],
        })),
    });
  },
};
