import { RatesTable } from './RatesTable.tsx';
import { RoutedExchangeWidget } from './RoutedExchangeWidget.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import type { MarketQuery } from './marketQuery.ts';
import { LatestNews } from './LatestNews.tsx';
import { ReservesSection } from './ReservesSection.tsx';
import { Guarantees } from './Guarantees.tsx';
import { useServerQuery } from '../live/useServerQuery.ts';
import { useDeferredElements } from '../shell/layout/useDeferredElements.ts';
import { useShadowLinks } from '../shell/layout/useShadowLinks.ts';
import './HomePage.css';

/** The home page: the exchange form, live courses and reserves, how it works, news, guarantees. */
export function HomePage({ market }: { market: MarketQuery }) {
  useShadowLinks();
  const deferred = useDeferredElements();
  useServerQuery(market);
  return (
    <>
      <div className="container hero">
        <div className="hero-top">
          <h1>Меняйте крипту на рубли</h1>
          {deferred && <deferred.ReturnToClaimLink />}
          <p className="lead">Курс и срок видны до заявки. Деньги приходят на карту, по СБП или в кошелёк.</p>
        </div>
        <div className="form">
          <RoutedExchangeWidget market={market} />
        </div>
        <RatesTable market={market} />
      </div>
      {/* The course over time: see course/watchCourseSection.ts. */}
      <div className="course-section" />
      <ReservesSection market={market} />
      <HowItWorks />
      <LatestNews />
      <Guarantees />
    </>
  );
}
