import { useSyncExternalStore } from 'react';
import { useLocation, useMatches, type To } from 'react-router';
import { routePaths } from '../../routePaths.ts';

/** A navigation link; `current` marks the open page. */
export interface NavLink {
  text: string;
  to: To;
  current: boolean;
}

/** The router re-renders on query changes, so there is nothing to subscribe to. */
const subscribeToNothing = () => () => {};

/** Links of header, menu and footer. A link to a section of the open page keeps its query, and so the chosen pair. */
export function useNavLinks(): Record<'main' | 'menu' | 'exchange' | 'rules' | 'contact', NavLink[]> {
  const { pathname, search: currentSearch } = useLocation();
  // Prerendered pages have no query; hydration must produce the same links.
  const search = useSyncExternalStore(
    subscribeToNothing,
    () => currentSearch,
    () => '',
  );
  const isHomePage = pathname === routePaths.home;
  const linkToSection = (hash: string): To =>
    isHomePage ? { pathname, search, hash } : { pathname: routePaths.home, hash };
  const home: NavLink = { text: 'Обмен', to: routePaths.home, current: isHomePage };
  const isReservesPage = pathname === routePaths.reserves;
  const reserves: NavLink = {
    text: 'Резервы',
    to: isReservesPage ? routePaths.reserves : linkToSection('#reserves'),
    current: isReservesPage,
  };
  const howItWorks: NavLink = { text: 'Как это работает', to: linkToSection('#how'), current: false };
  const linkToPage = (text: string, to: string): NavLink => ({ text, to, current: pathname === to });
  const contacts = linkToPage('Контакты', routePaths.contacts);
  // News items mark the news link as current; unknown paths below /news do not.
  const isNewsItem =
    useMatches().at(-1)?.params['*'] === undefined && pathname.startsWith(`${routePaths.news}/`);
  const news = linkToPage('Новости', routePaths.news);
  const discounts = linkToPage('Скидки', routePaths.discounts);
  const shops = linkToPage('Магазинам', routePaths.shops);
  const questions = linkToPage('Вопросы', routePaths.faq);
  return {
    main: [home, reserves, { ...news, current: news.current || isNewsItem }, howItWorks, contacts],
    menu: [home, reserves, news, howItWorks, discounts, questions, shops, contacts],
    exchange: [
      { ...home, text: 'Обменять' },
      linkToPage('Резервы', routePaths.reserves),
      discounts,
      linkToPage('Промокод', routePaths.promocode),
      linkToPage('Конкурс', routePaths.contest),
    ],
    rules: [
      linkToPage('Правила обмена', routePaths.rules),
      linkToPage('AML-политика', routePaths.aml),
      { ...linkToPage('Верификация карты', `${routePaths.rules}#verification`), current: false },
      questions,
      linkToPage('Клиентам', routePaths.users),
    ],
    contact: [contacts, news, shops, linkToPage('Мониторингам', routePaths.monitoring)],
  };
}
