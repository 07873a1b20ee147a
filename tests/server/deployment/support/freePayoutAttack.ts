import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import * as v from 'valibot';
import { ReferralProgramme } from '#core/contract/account/referral.ts';
import { ClaimStatus, type ClaimCreated } from '#core/contract/claim.ts';
import { Verification } from '#core/contract/verification.ts';
import { createClaimClient, TEST_CARD_NUMBER } from '../../../support/claimClient.ts';
import { createPhoto } from '../../../support/verificationClient.ts';
import { AccountBrowser, buildSignup } from '../../accounts/support/accountBrowser.ts';
import { DEPLOYED_ORIGIN, type DeployedExchange } from './deployedExchange.ts';

/** The demo operator completes a claim in coins 16 s after «Я оплатил», and approves a card after 4 s. */
const DEMO_COMPLETION_MS = 18_000;

const PARTNER_EMAIL = 'partner@mail.example';

/** Addresses of the attacker and of the partner: an own exchange would bring nothing. */
const [VISITOR, PARTNER] = ['127.8.0.1', '127.9.0.1'];

/** What an attacker has got without money. */
export interface FreePayout {
  /** Every status of the claim after «Я оплатил», each once. */
  statuses: string[];
  card: string;
  /** What the partner of the claim has got, in USD. */
  income: Pick<ReferralProgramme, 'available' | 'pending'>;
  simulatorStatus: number;
  /** Links with tokens and codes in the output of the server. */
  printedLinks: string[];
}

/** Prepares an exchange as deploy/README.md says, then tries to get a payout from it without money. */
export async function attemptFreePayout(exchange: DeployedExchange): Promise<FreePayout> {
  const { send, server } = exchange;
  for (const args of [
    ['requisite', 'add', 'LTC', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['requisite', 'add', 'SBERRUB', '2200000000000004', '--holder', 'ИВАН П.', '--bank', 'Сбербанк'],
    ['reserve', 'SBERRUB', '1000000', '--force'],
    ['reserve', 'LTC', '100', '--force'],
  ])
    await exchange.runOperator(...args);
  const client = createClaimClient((path, init) => send(path, init, VISITOR));
  await expect.poll(() => client.fetchReserve('LTC')).toMatch(/^100(\.0+)?$/);

  const partner = await openPartner(exchange);
  const { code } = await readProgramme(partner);
  const claim = await client.createClaim({
    ...(await client.buildClaim('LTC', 'SBERRUB')),
    refferal: code,
  });
  const card = await submitCard(exchange);
  const simulator = await send('/api/v1/simulator/claim/', postJson({ status: 'completed' }), VISITOR);
  expect((await client.postStep(claim.id, 'confirm', claim.secret)).status).toBe(200);
  const statuses = await watchStatuses(client, claim);
  const { available, pending } = await readProgramme(partner);
  return {
    statuses,
    card: await card.readStatus(),
    income: { available, pending },
    simulatorStatus: simulator.status,
    printedLinks: server.readOutput().match(/#(?:activate|token|stop)=|Код: \d+/g) ?? [],
  };
}

const postJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Creates the account of a partner. Its owner reads the e-mail, which the server writes to a file without SMTP_URL. */
async function openPartner({ send, dataDir }: DeployedExchange): Promise<AccountBrowser> {
  const request = (path: unknown, init?: RequestInit) => send(String(path), init, PARTNER);
  const browser = new AccountBrowser({ app: { request } }, undefined, DEPLOYED_ORIGIN);
  const signup = await browser.send('/api/v1/users/signup/', { body: buildSignup(PARTNER_EMAIL) });
  expect(signup.status).toBe(202);
  let token: string | undefined;
  await expect
    .poll(() => (token = findActivationToken(join(dataDir, 'mail'))), { timeout: 30_000 })
    .toBeTruthy();
  expect((await browser.send(`/api/v1/users/activate/${token}/`)).status).toBe(204);
  expect((await browser.logIn(PARTNER_EMAIL)).status).toBe(200);
  return browser;
}

/** The token in the e-mail of a sign-up, whose parts are base64. */
function findActivationToken(folder: string): string | undefined {
  const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.eml')) : [];
  return files
    .flatMap(name => readFileSync(join(folder, name), 'latin1').split(/\r\n\r\n/))
    .map(part => Buffer.from(part, 'base64').toString())
    .map(text => /\/login#activate=([\w.-]+)/.exec(text)?.[1])
    .find(Boolean);
}

async function readProgramme(partner: AccountBrowser): Promise<ReferralProgramme> {
  const response = await partner.send('/api/v1/users/me/refferal/', { method: 'GET' });
  return v.parse(ReferralProgramme, await response.json());
}

/** Creates a claim that needs the photo of a card, and sends one. */
async function submitCard({ send }: DeployedExchange) {
  const client = createClaimClient((path, init) => send(path, init, VISITOR));
  const body = await client.buildClaim('SBERRUB', 'LTC', { fromSumma: '15000', card: TEST_CARD_NUMBER });
  const { id: claim, secret } = await client.createClaim(body);
  const headers = { 'x-claim-secret': secret };
  const begun = await send('/api/v1/verify/', postJson({ claim }, headers), VISITOR);
  const { id } = v.parse(Verification, await begun.json());
  const form = new FormData();
  form.append('verification', id);
  form.append('file', await createPhoto(), 'card.jpg');
  const upload = await send('/api/v2/verify/upload/', { method: 'POST', headers, body: form }, VISITOR);
  expect(upload.status).toBe(201);
  await send('/api/v2/verify/confirm/', postJson({ verification: id }, headers), VISITOR);
  return {
    async readStatus(): Promise<string> {
      const response = await send(`/api/v1/verify/${id}/`, { headers }, VISITOR);
      return v.parse(Verification, await response.json()).status;
    },
  };
}

/** Lists the statuses that a claim has until it is completed, or until the demo operator would have completed it. */
async function watchStatuses(
  client: ReturnType<typeof createClaimClient>,
  { id, secret }: ClaimCreated,
): Promise<string[]> {
  const statuses = new Set<string>();
  const end = performance.now() + DEMO_COMPLETION_MS;
  do {
    await setTimeout(500);
    const response = await client.fetchClaim(id, 'status', secret);
    statuses.add(v.parse(ClaimStatus, await response.json()).status);
  } while (performance.now() < end && !statuses.has('completed'));
  return [...statuses];
}
