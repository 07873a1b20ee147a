import { sendCall } from '#core/api/sendCall.ts';
import { listDirectionsCall } from '#core/contract/calculator.ts';
import { useEffect, useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { createLinkBuilder } from '#core/account/shop/createLinkBuilder.ts';
import {
  createShopLinks,
  type LoadedShopLinks,
  type ShopLinksModel,
} from '#core/account/shop/createShopLinks.ts';
import { formatAccountMessage } from '#core/accountMessages.ts';
import { createServerQuery } from '#core/serverQuery.ts';
import { createLazyModule } from '#widget/lazy/lazyModule.ts';
import { LoadError } from '../../../live/LoadError.tsx';
import { useServerQuery } from '../../../live/useServerQuery.ts';
import { publicOrigin } from '../../../publicOrigin.ts';
import { useAppContext } from '../../../shell/appContext.ts';
import { useAccount } from '../../accountContext.ts';
import { RefreshFailure } from '../../list/RefreshFailure.tsx';
import { LinkBuilder } from './LinkBuilder.tsx';
import { QueryContent } from '../../QueryContent.tsx';
import { LoadingSkeleton } from '../../LoadingSkeleton.tsx';
import '../../../elements/form/form.css';
import './links.css';

/** The sections below the builder, in one file that loads after it. */
const lazySections = createLazyModule(async () => {
  const [{ SavedLinks }, { ShopForm }, { WidgetSection }] = await Promise.all([
    import('./SavedLinks.tsx'),
    import('./ShopForm.tsx'),
    import('./WidgetSection.tsx'),
  ]);
  return { SavedLinks, ShopForm, WidgetSection };
});

/** Page /account/shop/link-generation: links, the widget's code, and the name of the shop. */
export function LinksPage() {
  const { api } = useAccount();
  const [model] = useState(() => createShopLinks(api));
  useServerQuery(model);
  return (
    <>
      <div className="account-heading">
        <h1>Ссылки</h1>
      </div>
      <RefreshFailure query={model} subject="Список" />
      <QueryContent
        query={model}
        skeleton={<LoadingSkeleton className="links-skeleton" label="Загружаем ссылки" />}
        unsupported={<p className="section-text">На этом сайте нет партнёрской программы.</p>}
      >
        {({ data }) => <LinkTools model={model} data={data} />}
      </QueryContent>
    </>
  );
}

function LinkTools({
  model,
  data: { codes, links, shop },
}: {
  model: ShopLinksModel;
  data: LoadedShopLinks;
}) {
  useSignals();
  const { api } = useAppContext();
  const directions = useServerQuery(() =>
    createServerQuery(api.clock, options => sendCall(api, listDirectionsCall, options), {
      isUnsupported: () => false,
    }),
  );
  const sections = lazySections.module.value;
  useEffect(() => void lazySections.load(), []);
  const [builder] = useState(() => createLinkBuilder(publicOrigin, codes[0]?.code ?? ''));
  return (
    <>
      {shop.switchedOff !== null && (
        <p className="account-note" role="status">
          {formatAccountMessage('partner_off', { reason: shop.switchedOff })}.
        </p>
      )}
      <LinkBuilder builder={builder} codes={codes} directions={directions} model={model} links={links} />
      {sections ? (
        <>
          <sections.SavedLinks model={model} links={links} />
          <sections.WidgetSection builder={builder} />
          <sections.ShopForm model={model} shop={shop} />
        </>
      ) : lazySections.hasFailed.value ? (
        <LoadError code="network" role="status" onRetry={() => void lazySections.load()} />
      ) : (
        <span className="skeleton links-skeleton" aria-busy="true" />
      )}
    </>
  );
}
