import { useSyncExternalStore } from 'react';
import { useLocation, useMatches, type To } from 'react-router';
import { addresses } from '../addresses.ts';

/** A link of the header and of the footer; `current` marks the page that is open. */
export interface NavLink {
  text: string;
  to: To;
  current: boolean;
}

/** Nothing outside of React changes the query. */
const never = () => () => {};

/**
 * The site's main links from where the visitor is. A link to a part of the page that is open keeps its query, so that
 * the pair chosen there stays.
 */
export function useLinks(): Record<'main' | 'menu' | 'exchange' | 'rules' | 'contact', NavLink[]> {
  const { pathname, search: asked } = useLocation();
  // The built page was drawn without a query, and hydration may not find another address in a link.
  const search = useSyncExternalStore(
    never,
    () => asked,
    () => '',
  );
  const atHome = pathname === addresses.home;
  const part = (hash: string): To =>
    atHome ? { pathname, search, hash } : { pathname: addresses.home, hash };
  const home: NavLink = { text: 'Обмен', to: addresses.home, current: atHome };
  const reserves: NavLink = { text: 'Резервы', to: part('#reserves'), current: false };
  const how: NavLink = { text: 'Как это работает', to: part('#how'), current: false };
  const page = (text: string, to: string): NavLink => ({ text, to, current: pathname === to });
  const contacts = page('Контакты', addresses.contacts);
  // An item belongs to the news; an address that is none does not.
  const item = useMatches().at(-1)?.params['*'] === undefined && pathname.startsWith(`${addresses.news}/`);
  const news = page('Новости', addresses.news);
  const discounts = page('Скидки', addresses.discounts);
  const shops = page('Магазинам', addresses.shops);
  const questions = page('Вопросы', addresses.faq);
  return {
    main: [home, reserves, { ...news, current: news.current || item }, how, contacts],
    menu: [home, reserves, news, how, discounts, questions, shops, contacts],
    exchange: [
      { ...home, text: 'Обменять' },
      page('Резервы', addresses.reserves),
      discounts,
      page('Промокод', addresses.promocode),
      page('Конкурс', addresses.contest),
    ],
    rules: [
      page('Правила обмена', addresses.rules),
      page('AML-политика', addresses.aml),
      { ...page('Верификация карты', `${addresses.rules}#verification`), current: false },
      questions,
      page('Клиентам', addresses.users),
    ],
    contact: [contacts, news, shops, page('Мониторингам', addresses.monitoring)],
  };
}
