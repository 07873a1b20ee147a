import type { ReactNode } from 'react';
import type { OperatorPair } from '#core/contract/operator/pairs.ts';
import type { StaffRight } from '#core/contract/operator/staff.ts';
import { appendUnit, formatCourseLine, formatMoney } from '#core/exchange/formatMoney.ts';
import { toDisplayedCourse } from '#core/exchange/displayedCourse.ts';
import { formatMarketDistance } from '#core/operator/marketDistance.ts';
import { PairNames } from '../../account/list/PairNames.tsx';
import type { TableDefinition } from '../../account/list/table/ListTable.tsx';
import { formatPercent } from '../deskTexts.ts';
import { formatAge } from '../formatWait.ts';
import { ValueButton } from '../values/ValueLine.tsx';

/** A value of a pair that staff sets. */
export type PairField = keyof OperatorPair['own'];

/** The names of the values, and the rights that change them. */
export const PAIR_FIELDS: Readonly<Record<PairField, { name: string; right: StaffRight }>> = {
  margin: { name: 'Маржа', right: 'courses' },
  discount: { name: 'Скидка', right: 'courses' },
  course: { name: 'Курс', right: 'courses' },
  max: { name: 'Максимум', right: 'limits' },
  closed: { name: 'Состояние', right: 'closing' },
};

/** What the cells need beside their pair. */
export interface RateContext {
  rights: readonly StaffRight[];
  /** The edited value (`getValueKey`). */
  edited: string | null;
  onEdit: (key: string | null) => void;
  /** This device's time, milliseconds. */
  now: number;
}

/** Names a value on the page. */
const getValueKey = ({ code }: OperatorPair, field: PairField) => `${code} ${field}`;

/** The edited value, if it is one of the pair. */
export const findEditedField = (pair: OperatorPair, edited: string | null): PairField | undefined =>
  (Object.keys(PAIR_FIELDS) as PairField[]).find(field => getValueKey(pair, field) === edited);

/** The ticker whose price the row of a pair shows, or would show. */
export const findPriceBase = ({ course, own, market, from, to }: OperatorPair): string =>
  toDisplayedCourse(course ?? own.course ?? market ?? '0', from.currency, to.currency).base;

/** Formats a course of a pair as its row does: «1 USDT = 81,42 ₽». */
export const formatPairCourse = (course: string, pair: OperatorPair): string =>
  formatCourseLine(toDisplayedCourse(course, pair.from.currency, pair.to.currency, findPriceBase(pair)));

/** Formats a value that is set for the pair alone, or what applies without it. */
export function formatValue(pair: OperatorPair, field: PairField): string {
  const { own, course, margin, max, from } = pair;
  switch (field) {
    case 'margin': {
      const percent = own.margin ?? margin;
      return percent === null ? 'нет' : formatPercent(percent);
    }
    case 'discount':
      return own.discount === null ? 'нет' : formatPercent(own.discount);
    case 'course': {
      const shown = course ?? own.course;
      return shown === null ? 'нет' : formatPairCourse(shown, pair);
    }
    case 'max':
      return max === null ? 'нет' : `до ${formatMoney(own.max ?? max, from.currency)}`;
    case 'closed':
      return pair.closed === null ? 'открыто' : 'закрыто';
  }
}

/** The market by its sources, in the direction of the course: «binance, cbr: 81,92 ₽». */
function formatMarket(pair: OperatorPair): string {
  const { market, sources, from, to } = pair;
  const names = sources.join(', ');
  if (market === null) return `${names}: нет данных`;
  const { price, quote } = toDisplayedCourse(market, from.currency, to.currency, findPriceBase(pair));
  return `${names}: ${appendUnit(price, quote)}`;
}

/** The distance of the course to the market: «−0,6 %». */
function formatDistance({ market, course, from, to }: OperatorPair): string {
  return market === null || course === null
    ? 'нет данных'
    : formatMarketDistance({ course, market, from: from.currency, to: to.currency });
}

/** A value, as a button for those who may change it. */
function ValueCell({
  pair,
  field,
  context: { rights, edited, onEdit },
  children,
}: {
  pair: OperatorPair;
  field: PairField;
  context: RateContext;
  /** A line below. */
  children?: ReactNode;
}) {
  const { name, right } = PAIR_FIELDS[field];
  const text = formatValue(pair, field);
  const key = getValueKey(pair, field);
  return (
    <>
      <ValueButton
        id={key}
        text={text}
        label={`${name} ${pair.code}: ${text}`}
        isEdited={edited === key}
        onEdit={rights.includes(right) ? isOpening => onEdit(isOpening ? key : null) : null}
      />
      <small className="numeric">{children}</small>
    </>
  );
}

const renderCell =
  (field: PairField, renderNote: (pair: OperatorPair) => ReactNode) =>
  (pair: OperatorPair, context: RateContext) => (
    <ValueCell pair={pair} field={field} context={context}>
      {renderNote(pair)}
    </ValueCell>
  );

/** The table of pairs. */
export const RATE_TABLE: TableDefinition<OperatorPair, RateContext> = {
  className: 'rate-table',
  getKey: ({ code }) => code,
  loadingText: 'Загружаем курсы',
  columns: [
    {
      name: 'rate-pair',
      heading: 'Направление',
      kind: 'pair',
      render: ({ from, to, code }) => (
        <PairNames from={from} to={to}>
          {code}
        </PairNames>
      ),
    },
    {
      name: 'rate-margin',
      heading: 'Маржа',
      kind: 'amount',
      render: (pair, context) => (
        <span data-row="">
          {renderCell('margin', ({ own }) => (own.margin === null ? 'общая' : 'своя'))(pair, context)}
        </span>
      ),
    },
    { name: 'rate-discount', heading: 'Скидка', kind: 'amount', render: renderCell('discount', () => null) },
    {
      name: 'rate-course',
      heading: 'Курс сейчас',
      kind: 'amount',
      render: renderCell('course', pair =>
        pair.own.course === null ? formatMarket(pair) : `задан, ${formatMarket(pair)}`,
      ),
    },
    {
      name: 'rate-market',
      heading: 'К рынку',
      kind: 'amount',
      render: (pair, { now }) => (
        <>
          <span>{formatDistance(pair)}</span>
          {pair.marketAt !== null && (
            <small>
              {formatAge(pair.marketAt, now)} <span className="rate-ago">назад</span>
            </small>
          )}
        </>
      ),
    },
    {
      name: 'rate-max',
      heading: 'Можно отдать',
      kind: 'amount',
      render: renderCell('max', ({ min, from, own }) =>
        [min !== null && `от ${formatMoney(min, from.currency)}`, own.max !== null && 'свой максимум']
          .filter(Boolean)
          .join(', '),
      ),
    },
    { name: 'rate-closed', heading: 'Состояние', render: renderCell('closed', ({ closed }) => closed) },
  ],
};
