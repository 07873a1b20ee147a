import type { ComponentType } from 'react';
import type { OperatorPageName } from '../routePaths.ts';

/** The titles of the operator's desk, by their routes. A visitor does not load them. */
export const OPERATOR_TITLES: Readonly<Record<OperatorPageName, string>> = {
  operatorToday: 'Сегодня',
  operatorClaims: 'Заявки',
  operatorClaim: 'Заявка',
  operatorVerifications: 'Проверки карт',
  operatorStatement: 'Поступления',
  operatorWithdrawals: 'Выплаты партнёрам',
  operatorEmails: 'Письма',
  operatorAudit: 'Журнал',
  operatorStaff: 'Сотрудники',
  operatorTurnover: 'Оборот',
  operatorReserves: 'Резервы',
  operatorReserve: 'Резерв',
  operatorRates: 'Курсы',
  operatorSettings: 'Настройки',
  operatorDiscounts: 'Скидки и промокоды',
  operatorPartners: 'Партнёры',
  operatorRequisites: 'Реквизиты',
  operatorCurrencies: 'Валюты',
};

/** Loads the pages of the operator's desk, by their routes. */
export const operatorPages: Readonly<Record<OperatorPageName, () => Promise<ComponentType>>> = {
  operatorToday: async () => (await import('./today/TodayPage.tsx')).TodayPage,
  operatorClaims: async () => (await import('./claims/OperatorClaimsPage.tsx')).OperatorClaimsPage,
  operatorClaim: async () => (await import('./claim/OperatorClaimPage.tsx')).OperatorClaimPage,
  operatorVerifications: async () =>
    (await import('./verifications/VerificationsPage.tsx')).VerificationsPage,
  operatorStatement: async () => (await import('./statement/StatementPage.tsx')).StatementPage,
  operatorWithdrawals: async () =>
    (await import('./withdrawals/OperatorWithdrawalsPage.tsx')).OperatorWithdrawalsPage,
  operatorEmails: async () => (await import('./emails/UndeliveredEmailsPage.tsx')).UndeliveredEmailsPage,
  operatorAudit: async () => (await import('./audit/AuditPage.tsx')).AuditPage,
  operatorStaff: async () => (await import('./staff/StaffListPage.tsx')).StaffListPage,
  operatorTurnover: async () => (await import('./turnover/TurnoverPage.tsx')).TurnoverPage,
  operatorReserves: async () => (await import('./reserves/ReservesPage.tsx')).ReservesPage,
  operatorReserve: async () => (await import('./reserves/ReservePage.tsx')).ReservePage,
  operatorRates: async () => (await import('./rates/RatesPage.tsx')).RatesPage,
  operatorSettings: async () => (await import('./settings/SettingsPage.tsx')).SettingsPage,
  operatorDiscounts: async () => (await import('./discounts/DiscountsPage.tsx')).DiscountsPage,
  operatorPartners: async () => (await import('./partners/PartnersPage.tsx')).PartnersPage,
  operatorRequisites: async () => (await import('./requisites/RequisitesPage.tsx')).RequisitesPage,
  operatorCurrencies: async () => (await import('./currencies/CurrenciesPage.tsx')).CurrenciesPage,
};
