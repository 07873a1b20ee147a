import type { Hono } from 'hono';
import type { Config } from '#server/platform/config/config.ts';
import type { ServerContext } from '#server/notifications/context.ts';
import { MAINTENANCE_CLAIM_ACTIONS } from '#server/exchange/catalogue/maintenance.ts';
import type { BudgetName } from '#server/platform/limits/budgets.ts';
import type { GetLimit, RequestCost } from '#server/platform/limits/limitRequests.ts';
import { createAlertRoutes } from './alertRoutes.ts';
import { createMerchantCallbackRoutes } from './merchant/merchantRoutes.ts';
import { createSimulatorRoutes } from './simulatorRoutes.ts';
import { createAuthRoutes } from './auth.ts';
import { createBankRoutes } from './bankRoutes.ts';
import { createCalculatorRoutes } from './calculator.ts';
import { createClaimRoutes } from './claim.ts';
import { createOperatorRoutes } from './operator/operatorRoutes.ts';
import { createShopApiRoutes } from './shop/shopApi.ts';
import { createReferralClickRoutes } from './referralClick.ts';
import { createUnsubscribeRoutes } from './unsubscribe.ts';
import { createUserRoutes } from './users.ts';
import { createVerificationRoutes } from './verification.ts';

/**
 * Counts the requests to one path of a resource against a budget; `WRITE` is POST, PUT, PATCH and DELETE.
 * deploy/security.md lists all limits.
 */
export interface RouteLimit extends RequestCost {
  method: 'ALL' | 'POST' | 'WRITE';
  /** Relative to the prefix; `*` is the whole resource. */
  path: string;
  budget: BudgetName;
  /** Whether repetitions of a creation with the same Idempotency-Key count against the budget `repeat` instead. */
  allowsRepetitions?: true;
}

/** One resource of the API. Middleware, limits, routes and the OpenAPI test follow from this entry. */
export interface ApiResource {
  /** Paths below which the resource is available, each with a trailing slash. */
  prefixes: readonly string[];
  /** `any`: every origin may call it, without cookies. By default no CORS headers. */
  cors?: 'any';
  /**
   * Rate limits, besides that of uploads; the first one that matches counts a request. `none`: the number of requests
   * is not limited.
   */
  limits: 'none' | readonly [RouteLimit, ...RouteLimit[]];
  /** POST paths below the prefix that accept a file: a larger body, counted against the upload budget. */
  uploadPaths?: readonly string[];
  /** Paths below the prefix that are available during maintenance, `*`: all; others return 503. */
  maintenancePaths?: readonly string[];
  /** Tag of every operation in OpenAPI. */
  tag: string;
  /** Whether this server has the resource; default: always. */
  isEnabled?: (config: Config) => boolean;
  /** `getLimit`: the limits of keys other than the client's network. */
  createRoutes: (context: ServerContext, getLimit: GetLimit) => Hono;
}

/** All resources of the API, in the order of the OpenAPI document. */
export const apiResources: readonly ApiResource[] = [
  {
    prefixes: ['/api/v1/calculator/'],
    cors: 'any',
    limits: [
      // Strict, because a promocode can be guessed. `countPromocodeAttempt` counts those in bodies.
      { method: 'ALL', path: '*', query: ['promocode'], budget: 'calculator' },
      // The pair, all directions and, for the widget, the prerendered form: five times the CPU time of another read.
      { method: 'ALL', path: '*', query: ['cur_from', 'cur_to'], budget: 'read', tokens: 5 },
      // Reads up to 4,320 samples, unless the response is cached.
      { method: 'ALL', path: 'history/', budget: 'read', tokens: 5 },
      { method: 'ALL', path: '*', budget: 'read' },
    ],
    maintenancePaths: ['tech', 'chat', 'settings'],
    tag: 'calculator',
    createRoutes: createCalculatorRoutes,
  },
  {
    prefixes: ['/api/v1/claim/'],
    cors: 'any',
    limits: [
      { method: 'POST', path: '', budget: 'claim', allowsRepetitions: true },
      { method: 'WRITE', path: '*', budget: 'action' },
    ],
    uploadPaths: [':id/bill/'],
    // Without `form`: the merchant's notification about the payment would be refused.
    maintenancePaths: [
      ':id/status/',
      ':id/requisite/',
      ':id/handoff/',
      // Money may be sent meanwhile.
      ':id/refund/stop/',
      ':id/telegram/',
      ...MAINTENANCE_CLAIM_ACTIONS.map(action => `:id/${action}/`),
      ':id/bill/:bill/',
    ],
    tag: 'claim',
    createRoutes: (context, getLimit) => createClaimRoutes({ ...context, getLimit }),
  },
  {
    prefixes: ['/api/v1/verify/', '/api/v2/verify/'],
    cors: 'any',
    limits: [{ method: 'WRITE', path: '*', budget: 'action' }],
    uploadPaths: ['upload/'],
    tag: 'verification',
    createRoutes: createVerificationRoutes,
  },
  {
    prefixes: ['/front-api/auth/'],
    limits: [
      // Cheap to refuse, and a valid one counts for its session: many visitors may share an address.
      { method: 'POST', path: 'refresh/', budget: 'read' },
      { method: 'WRITE', path: '*', budget: 'action' },
    ],
    // The pages of claims are available.
    maintenancePaths: ['refresh/', 'logout/'],
    tag: 'auth',
    createRoutes: createAuthRoutes,
  },
  {
    prefixes: ['/api/v1/users/'],
    limits: [
      { method: 'POST', path: 'me/claims/attach/', budget: 'action' },
      // A promocode can be guessed.
      { method: 'POST', path: 'me/promocodes/', budget: 'calculator' },
      // Reads all claims of the account.
      { method: 'ALL', path: 'me/claims/export/', budget: 'read', tokens: 20 },
      // Reads all claims of the partner.
      { method: 'ALL', path: 'me/shop/history/export/', budget: 'read', tokens: 20 },
      { method: 'ALL', path: 'me/refferal/dw/export/', budget: 'read', tokens: 20 },
      // A repeated claim counts as a new one.
      { method: 'POST', path: 'me/claims/:id/', budget: 'claim', allowsRepetitions: true },
      { method: 'WRITE', path: '*', budget: 'action' },
      { method: 'ALL', path: '*', budget: 'read' },
    ],
    maintenancePaths: ['me/'],
    tag: 'users',
    createRoutes: createUserRoutes,
  },
  {
    prefixes: ['/api/v1/shop/'],
    // Against guessing. A known key has a separate limit, for all its addresses.
    limits: [{ method: 'ALL', path: '*', budget: 'read' }],
    maintenancePaths: ['claims/', 'claims/:id/', 'statistics/', 'ledger/'],
    tag: 'shop',
    createRoutes: createShopApiRoutes,
  },
  {
    prefixes: ['/api/v1/operator/'],
    limits: [
      // Reads all claims.
      { method: 'ALL', path: 'claims/export/', budget: 'read', tokens: 20 },
      // Reads all claims of the period.
      { method: 'ALL', path: 'turnover/', budget: 'read', tokens: 20 },
      { method: 'ALL', path: 'turnover/export/', budget: 'read', tokens: 20 },
      { method: 'ALL', path: '*', budget: 'read' },
    ],
    // Staff works through maintenance.
    maintenancePaths: ['*'],
    tag: 'operator',
    createRoutes: createOperatorRoutes,
  },
  {
    prefixes: ['/api/v1/bank/'],
    limits: [{ method: 'ALL', path: '*', budget: 'read' }],
    maintenancePaths: ['transfers/'],
    tag: 'bank',
    isEnabled: ({ bankSecret }) => bankSecret !== null,
    createRoutes: createBankRoutes,
  },
  {
    prefixes: ['/api/v1/refferal/'],
    cors: 'any',
    limits: [{ method: 'POST', path: 'click/', budget: 'click' }],
    tag: 'refferal',
    createRoutes: createReferralClickRoutes,
  },
  {
    prefixes: ['/api/v1/unsubscribe/'],
    // Mail programs send requests for many people from one network.
    limits: [{ method: 'ALL', path: '*', budget: 'read' }],
    // A mail program does not retry.
    maintenancePaths: ['news/:token/'],
    tag: 'unsubscribe',
    createRoutes: createUnsubscribeRoutes,
  },
  {
    prefixes: ['/api/v1/alerts/'],
    limits: [
      { method: 'POST', path: '', budget: 'courseAlert' },
      { method: 'WRITE', path: '*', budget: 'action' },
    ],
    // For the links of e-mails.
    maintenancePaths: ['confirm/', 'cancel/'],
    tag: 'alerts',
    createRoutes: createAlertRoutes,
  },
  {
    prefixes: ['/api/v1/merchant/'],
    limits: 'none',
    tag: 'claim',
    createRoutes: createMerchantCallbackRoutes,
  },
  {
    prefixes: ['/api/v1/simulator/'],
    cors: 'any',
    limits: 'none',
    tag: 'simulator',
    isEnabled: ({ operator, apiOrigin }) => operator === 'demo' && apiOrigin === null,
    createRoutes: createSimulatorRoutes,
  },
];

/** Lists the resources of a server with this configuration. */
export function listApiResources(config: Config): ApiResource[] {
  return apiResources.filter(({ isEnabled }) => isEnabled?.(config) ?? true);
}
