import { formatCount, formatPercent } from '#core/account/shop/statisticsNumbers.ts';
import type { StatisticsNumbers } from '#core/contract/account/shop.ts';

/** How many of those who came created a claim, and completed it. */
export function VisitorPath({ totals: { clicks, claims, completed } }: { totals: StatisticsNumbers }) {
  const steps = [
    { title: 'Перешли или открыли форму', count: clicks },
    { title: 'Создали заявку', count: claims },
    { title: 'Завершили обмен', count: completed },
  ];
  // Claims may come without a click: by the API, or from a visitor of an earlier day.
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className="account-section" aria-labelledby="path-heading">
      <h2 id="path-heading">Путь</h2>
      <ol className="bar-list">
        {steps.map(({ title, count }) => (
          <li key={title}>
            <span>{title}</span>
            <b className="numeric">{formatCount(count)}</b>
            <span className="bar-share numeric">{formatPercent((count / most) * 100)}</span>
            <Bar share={count / most} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A bar of a list; its figure is beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span className="bar" aria-hidden="true">
      <span style={{ width: `${Math.max(0, share) * 100}%` }} />
    </span>
  );
}
