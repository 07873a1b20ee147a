import type { ComponentType } from 'react';
import type { AccountPageName } from '../routes.tsx';

/**
 * Loads the pages of the account, by their routes. In a separate file, because it names every file of
 * these pages, which public pages do not need.
 */
export const accountPages: Readonly<Record<AccountPageName, () => Promise<ComponentType>>> = {
  dashboard: async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
  applications: async () => (await import('./applications/ApplicationsPage.tsx')).ApplicationsPage,
  cards: async () => (await import('./requisites/RequisitesPage.tsx')).CardsPage,
  card: async () => (await import('./requisites/card/CardPage.tsx')).CardPage,
  wallets: async () => (await import('./requisites/RequisitesPage.tsx')).WalletsPage,
  promocodes: async () => (await import('./promocodes/PromocodesPage.tsx')).PromocodesPage,
  safety: async () => (await import('./safety/SafetyPage.tsx')).SafetyPage,
  journal: async () => (await import('./journal/JournalPage.tsx')).JournalPage,
  settings: async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
  deletion: async () => (await import('./settings/DeletionPage.tsx')).DeletionPage,
  referral: async () => (await import('./referral/ReferralPage.tsx')).ReferralPage,
  shopStatistics: async () => (await import('./shop/statistics/StatisticsPage.tsx')).StatisticsPage,
  shopHistory: async () => (await import('./shop/history/HistoryPage.tsx')).HistoryPage,
  shopLinks: async () => (await import('./shop/links/LinksPage.tsx')).LinksPage,
  shopApi: async () => (await import('./shop/api/ApiPage.tsx')).ApiPage,
  shopUsage: async () => (await import('./shop/usage/UsagePage.tsx')).UsagePage,
  shopWithdrawal: async () => (await import('./shop/withdrawal/WithdrawalPage.tsx')).WithdrawalPage,
};
