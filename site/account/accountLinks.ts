import { ICON_PATHS } from '#widget/icons/Icon.tsx';
import { accountRoutePaths } from '../routePaths.ts';

/** A page in the menu of the account. */
export interface AccountLink {
  text: string;
  to: string;
  /** SVG path. */
  icon: string;
  /** Whether pages below it have links of their own. */
  isExact?: boolean;
  /** Whether a backend of the specification alone lacks it. */
  isExtension?: boolean;
}

/** The pages of the account, in the order of the menu. */
export const ACCOUNT_LINKS: readonly AccountLink[] = [
  {
    text: 'Обзор',
    to: accountRoutePaths.dashboard,
    icon: 'm3.5 10.5 7.5-6.5 7.5 6.5M5.5 9v8.5h11V9',
  },
  {
    text: 'Заявки',
    to: accountRoutePaths.applications,
    icon: 'M8 6h10M8 11h10M8 16h10M4 6v.1M4 11v.1M4 16v.1',
  },
  {
    text: 'Карты',
    to: accountRoutePaths.cards,
    icon: 'M4.5 5h13A1.5 1.5 0 0 1 19 6.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 3 15.5v-9A1.5 1.5 0 0 1 4.5 5ZM3 9h16M6.5 13.5h3',
  },
  {
    text: 'Кошельки',
    to: accountRoutePaths.wallets,
    icon: 'M4 7.5A2 2 0 0 1 6 5.5h9v3M4 7.5v8.5a2 2 0 0 0 2 2h11a1.5 1.5 0 0 0 1.5-1.5V10A1.5 1.5 0 0 0 17 8.5H5a1 1 0 0 1-1-1Zm10.5 5.7v.1',
  },
  {
    text: 'Промокоды',
    to: accountRoutePaths.promocodes,
    icon: 'M3.5 4v6.2c0 .4.2.8.4 1l7.2 7.2a1.5 1.5 0 0 0 2.1 0l5.6-5.6a1.5 1.5 0 0 0 0-2.1L11.6 3.5H4a.5.5 0 0 0-.5.5Zm4 3.5v.1',
  },
  {
    text: 'Партнёрам',
    to: accountRoutePaths.referral,
    icon: 'M4 10h14v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 17v-7ZM3 7h16v3H3V7Zm8 0v11.5M11 7C9 7 6.5 6.5 6.5 4.8S9.8 3 11 7Zm0 0c2 0 4.5-.5 4.5-2.2S12.2 3 11 7Z',
  },
  { text: 'Безопасность', to: accountRoutePaths.safety, icon: ICON_PATHS.shield },
  {
    text: 'Настройки',
    to: accountRoutePaths.settings,
    icon: 'M4 6.5h7.5m5 0H18M4 15.5h1.5m5 0H18M14 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-6 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
    isExtension: true,
  },
];

/** The pages of a shop, in the order of the menu. */
export const SHOP_LINKS: readonly AccountLink[] = [
  {
    text: 'Статистика',
    to: accountRoutePaths.shopStatistics,
    icon: 'M4 4v14h14M7.5 13.5l3.5-4 2.5 2.5 4-5',
    isExtension: true,
  },
  {
    text: 'История',
    to: accountRoutePaths.shopHistory,
    icon: 'M8 6h10M8 11h10M8 16h10M4 6v.1M4 11v.1M4 16v.1',
    isExtension: true,
  },
  {
    text: 'Ссылки',
    to: accountRoutePaths.shopLinks,
    icon: 'M9 13a3.5 3.5 0 0 0 5 0l3.5-3.5a3.5 3.5 0 0 0-5-5L11.5 5.5M13 9a3.5 3.5 0 0 0-5 0l-3.5 3.5a3.5 3.5 0 0 0 5 5l1-1',
    isExtension: true,
  },
  {
    text: 'API',
    to: accountRoutePaths.shopApi,
    icon: 'M13.5 12.5a4.2 4.2 0 1 0-4-3L3.5 15.5v3h3v-2h2v-2l1.8-1.8c.9.3 2.2.2 3.2-.2ZM14.5 7.5v.1',
    isExtension: true,
  },
  {
    text: 'Как подключить',
    to: accountRoutePaths.shopUsage,
    icon: 'M5 3.5h8.5L17.5 7.5v11H5v-15Zm8.5 0v4h4M8 11.5h6.5M8 15h4',
  },
  {
    text: 'Вывод',
    to: accountRoutePaths.shopWithdrawal,
    icon: 'M11 4v10m0 0 4-4m-4 4-4-4M4 14.5v2A1.5 1.5 0 0 0 5.5 18h11a1.5 1.5 0 0 0 1.5-1.5v-2',
  },
];
