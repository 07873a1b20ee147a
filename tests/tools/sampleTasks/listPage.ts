import type { SampleTask } from './sampleTask.ts';

const CONTRACT = `import * as v from 'valibot';
import type { Call } from '../call.ts';
import { pageFields } from '../page.ts';

/** A day of a partner with its clicks. */
export const ShopDay = v.object({
  /** By Moscow time: 2026-11-01. */
  day: v.string(),
  /** Clicks on links. */
  clicks: v.number(),
});
export type ShopDay = v.InferOutput<typeof ShopDay>;

/** A page of days, the latest first. */
export const ShopDays = v.object({ ...pageFields, results: v.array(ShopDay) });
export type ShopDays = v.InferOutput<typeof ShopDays>;

/**
 * List the days with clicks.
 *
 * @returns The days, the latest first.
 */
export const listShopDaysCall: Call<ShopDays> = {
  method: 'GET',
  path: '/api/v1/users/me/shop/days/',
  response: ShopDays,
};

/**
 * Save the days with clicks as CSV.
 *
 * @returns The days.
 */
export const exportShopDaysCall: Call = { method: 'GET', path: '/api/v1/users/me/shop/days/export/' };
`;

const LIST = `import * as v from 'valibot';
import type { ShopDay } from '#core/contract/account/shopDays.ts';
import type { ExchangeContext } from '#server/exchange/context.ts';
import type { ListDefinition } from '#server/platform/lists/listDefinition.ts';
import { openList } from '#server/platform/lists/openList.ts';

/** The days of a partner with clicks, the latest first. */
export const shopDayList: ListDefinition<Pick<ExchangeContext, 'db'>, string, object, ShopDay> = {
  filters: v.object({}),
  parameters: [],
  open: ({ db }, partnerId) =>
    openList({
      rows: db
        .selectFrom('referral_days')
        .where('partner_id', '=', partnerId)
        .where('dimension', '=', 'total')
        .where('key', '=', ''),
      order: { day: 'desc' },
      select: part => part.select(['day', 'clicks']),
      build: rows => rows.map(({ day, clicks }) => ({ day, clicks: Number(clicks) })),
    }),
  columns: [
    ['День', ({ day }) => day],
    ['Переходы', ({ clicks }) => String(clicks)],
  ],
};
`;

const PAGE = `import { defineFilters } from '#core/account/listFilters.ts';
import { exportShopDaysCall, listShopDaysCall, type ShopDay } from '#core/contract/account/shopDays.ts';
import { EmptyList } from '../../list/EmptyList.tsx';
import { FilteredList, useFilteredList } from '../../list/FilteredList.tsx';
import { ListTable, ListTableSkeleton, type TableDefinition } from '../../list/table/ListTable.tsx';
import './days.css';

const DAYS_TABLE: TableDefinition<ShopDay, null> = {
  className: 'days-table',
  columns: [
    { name: 'day', heading: 'День', render: ({ day }) => day },
    { name: 'clicks', heading: 'Переходы', kind: 'amount', render: ({ clicks }) => clicks },
  ],
  getKey: ({ day }) => day,
  loadingText: 'Загружаем дни',
};

const DAYS_LIST = {
  call: listShopDaysCall,
  exportCall: exportShopDaysCall,
  filters: defineFilters({}),
  forms: ['день', 'дня', 'дней'],
  fileName: 'razmen-days',
} as const;

/** Page /account/shop/days: clicks by day. */
export function DaysPage() {
  return (
    <>
      <div className="account-heading">
        <h1>Дни</h1>
      </div>
      <FilteredList
        list={useFilteredList(DAYS_LIST)}
        filterForm={null}
        skeleton={<ListTableSkeleton table={DAYS_TABLE} />}
        unsupported={<EmptyList title="Дней нет" text="На этом сайте нет партнёрской программы." />}
        renderEmpty={() => <EmptyList title="Дней пока нет" text="Здесь будут дни с переходами." />}
      >
        {({ data, range, isOutdated }) => (
          <ListTable
            table={DAYS_TABLE}
            rows={data.results}
            context={null}
            caption={\`Дни: \${range}\`}
            isOutdated={isOutdated}
          />
        )}
      </FilteredList>
    </>
  );
}
`;

/** The page /account/shop/days with its API: the clicks of a partner by day, as a list with pages and as CSV. */
export const listPageTask: SampleTask = {
  name: 'a page of the account with a list and its API',
  maxFiles: 10,
  edits: [
    { file: 'core/contract/account/shopDays.ts', text: CONTRACT },
    { file: 'server/partners/statistics/shopDayList.ts', text: LIST },
    {
      file: 'server/api/account/shop.ts',
      before: "import type { ServerContext } from '#server/notifications/context.ts';",
      text: "import { exportShopDaysCall, listShopDaysCall } from '#core/contract/account/shopDays.ts';\n",
    },
    {
      file: 'server/api/account/shop.ts',
      before: "import { exportStatistics } from '#server/partners",
      text: "import { shopDayList } from '#server/partners/statistics/shopDayList.ts';\n",
    },
    {
      file: 'server/api/account/shop.ts',
      before: '  addCall(getShopStatisticsCall,',
      text: `  addList(context, shopDayList, {
    access,
    getOwner: c => ensurePartnerId(context, c),
    page: listShopDaysCall,
    csv: { call: exportShopDaysCall, fileName: 'days.csv' },
  });
`,
    },
    {
      file: 'server/api/resources.ts',
      before: "      { method: 'ALL', path: 'me/shop/history/export/',",
      text: "      { method: 'ALL', path: 'me/shop/days/export/', budget: 'read', tokens: 20 },\n",
    },
    {
      file: 'deploy/security.md',
      before: '| `/api/v1/users/me/shop/history/export/`',
      text: '| `/api/v1/users/me/shop/days/export/` | `read` | 20 | 3000 per minute, burst 1000 |\n',
    },
    { file: 'site/account/shop/days/DaysPage.tsx', text: PAGE },
    {
      file: 'site/account/shop/days/days.css',
      text: '@media (max-width: 760px) {\n  .days-table tbody tr {\n    grid-template-columns: 1fr auto;\n  }\n}\n',
    },
    {
      file: 'site/routePaths.ts',
      before: "  shopLinks: '/account",
      text: "  shopDays: '/account/shop/days',\n",
    },
    { file: 'site/routes.tsx', before: "  shopLinks: 'Ссылки',", text: "  shopDays: 'Дни',\n" },
    {
      file: 'site/account/accountPages.ts',
      before: '  shopLinks: async',
      text: "  shopDays: async () => (await import('./shop/days/DaysPage.tsx')).DaysPage,\n",
    },
    {
      file: 'site/account/accountLinks.ts',
      before: "  {\n    text: 'Ссылки',",
      text: `  {
    text: 'Дни',
    to: accountRoutePaths.shopDays,
    icon: 'M4 5h14v13H4Zm0 4h14',
    isExtension: true,
  },
`,
    },
    {
      file: 'README.md',
      before: '| `/account/shop/link-generation`',
      text: '| `/account/shop/days` | clicks by day |\n',
    },
  ],
};
