import type { Hono } from 'hono';
import * as v from 'valibot';
import { Direction, type CurrencyItem, Reserve } from '#core/contract/calculator.ts';
import { Pair, type RequisiteField } from '#core/contract/course/pair.ts';
import { ClaimCreated } from '#core/contract/claim.ts';
import { ChangedTerms, type ClaimCreate } from '#core/contract/claim/claimCreate.ts';
import { decimalToUnits, unitsToDecimal } from '#core/exchange/amount.ts';
import { toReceiveUnits, parseCourse } from '#core/exchange/course.ts';

/** Published addresses, one per network, by currency code. Other codes of EVM networks use the ETH address. */
const VALID_ADDRESSES: Readonly<Record<string, string>> = {
  BTC: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  LTC: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1',
  BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  DOGE: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  DASH: 'XpESxaUmonkq8RaLLp46Brx2K39ggQe226',
  TRX: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  USDTTRC20: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  XRP: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  TON: 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
  USDTTON: 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
  SOL: 'So11111111111111111111111111111111111111112',
  ADA: 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  XMR: '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  EVM: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

/** A card number for tests: valid by checksum, not issued. */
export const TEST_CARD_NUMBER = '2200000000000004';

function fieldValue(field: RequisiteField, code: string): string {
  switch (field.type) {
    case 'card':
      return TEST_CARD_NUMBER;
    case 'phone':
      return '+79161234567';
    case 'address':
      return VALID_ADDRESSES[code] ?? VALID_ADDRESSES.EVM ?? '';
    case 'memo':
      return code === 'XRP' ? '1234' : 'comment';
    case 'select':
      return field.options?.[0]?.value ?? '';
    case 'text':
      return /telegram/i.test(field.name) ? '@razmen_demo' : 'Иванов Иван';
  }
}

/** Values for the visible fields of one side. */
export function fillFields(fields: readonly RequisiteField[], code: string): Record<string, string> {
  const visibleFields = fields.filter(field => field.visible);
  return Object.fromEntries(visibleFields.map(field => [field.name, fieldValue(field, code)]));
}

/** Options of a request that creates a claim. */
export interface CreateClaimOptions {
  key?: string;
  /** The client's IP address. The server accepts it if it trusts loopback as a proxy. */
  address?: string;
}

let clientCount = 0;

/** Creates an API client that sends the form's requests through `request`, in process or over the network. */
export function createClaimClient(
  request: (path: string, init?: RequestInit) => Promise<Response> | Response,
) {
  async function fetchParsed<T>(schema: v.GenericSchema<unknown, T>, path: string): Promise<T> {
    const response = await request(path);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return v.parse(schema, JSON.parse(text));
  }

  const listItems = async (): Promise<CurrencyItem[]> =>
    (await fetchParsed(v.array(Direction), '/api/v1/calculator/')).flatMap(
      direction => direction.items ?? [],
    );

  async function findItem(code: string): Promise<CurrencyItem> {
    const found = (await listItems()).find(item => item.code === code);
    if (!found) throw new Error(`no currency ${code}`);
    return found;
  }

  return {
    listItems,
    findItem,
    async fetchPair(from: string, to: string): Promise<Pair> {
      return fetchParsed(
        Pair,
        `/api/v1/calculator/pair/${(await findItem(from)).id}/${(await findItem(to)).id}/`,
      );
    },
    /** Available reserve as decimal text. */
    async fetchReserve(code: string): Promise<string> {
      const all = await fetchParsed(v.array(Reserve), '/api/v1/calculator/reserves/');
      return all.find(item => item.code === code)?.amount ?? 'none';
    },
    /**
     * A valid body for the pair. `fromSumma` defaults to the minimum amount, `card` is the
     * sender's. Each client has a different e-mail.
     */
    async buildClaim(
      fromCode: string,
      toCode: string,
      {
        fromSumma,
        verification = false,
        card,
      }: { fromSumma?: string; verification?: boolean; card?: string } = {},
    ): Promise<ClaimCreate> {
      const [from, to] = [await findItem(fromCode), await findItem(toCode)];
      const pair = await fetchParsed(Pair, `/api/v1/calculator/pair/${from.id}/${to.id}/`);
      const { structure } = pair;
      const min = verification ? (structure.from.minVerification ?? structure.from.min) : structure.from.min;
      const sent = fromSumma ?? min ?? '1';
      const courseText = (verification ? pair.verificationCourse : null) ?? pair.course;
      const decimals = { from: from.decimals, to: to.decimals };
      const received = toReceiveUnits(
        decimalToUnits(sent, from.decimals),
        parseCourse(courseText),
        decimals,
        'down',
      );
      const input = verification ? 'inputVerify' : 'input';
      return {
        email: `person${++clientCount}@example.com`,
        fromPs: from.id,
        toPs: to.id,
        fromSumma: sent,
        toSumma: unitsToDecimal(received, to.decimals),
        fromRequisites: { ...fillFields(structure.from[input], fromCode), ...(card && { card }) },
        toRequisites: fillFields(structure.to[input], toCode),
        withVerificationCourse: verification,
        quote: pair.quote,
        city: [...from.cities, ...to.cities][0]?.code ?? null,
      };
    },
    /** POST claim/. Returns any response. */
    postClaim(body: unknown, { key, address }: CreateClaimOptions = {}): Promise<Response> | Response {
      return request('/api/v1/claim/', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    /**
     * Creates a claim. Accepts another amount, as a visitor does, if an open claim has the same
     * one. Fails if the server refuses to create it.
     */
    async createClaim(body: ClaimCreate, options: CreateClaimOptions = {}): Promise<ClaimCreated> {
      const response = await this.postClaim(body, options);
      const text = await response.text();
      const changed = v.safeParse(ChangedTerms, response.status === 409 ? JSON.parse(text) : null);
      if (changed.success && changed.output.code === 'amount_taken') {
        const { fromSumma, toSumma, quote } = changed.output;
        return this.createClaim({ ...body, fromSumma, toSumma, quote }, options);
      }
      if (response.status !== 201) throw new Error(`create: ${response.status} ${text}`);
      return v.parse(ClaimCreated, JSON.parse(text));
    },
    /** Sends a claim action. Defaults to POST with JSON; includes the claim's secret unless it is null. */
    postStep(id: string, call: string, secret: string | null, init: RequestInit = {}) {
      return request(`/api/v1/claim/${id}/${call}/`, {
        method: 'POST',
        body: init.method === 'GET' || init.method === 'DELETE' ? null : '{}',
        ...init,
        headers: {
          ...(init.body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...(secret === null ? {} : { 'x-claim-secret': secret }),
          ...(init.headers as Record<string, string> | undefined),
        },
      });
    },
    /** Sends a request for a claim. Includes its secret unless it is null. */
    fetchClaim(id: string, call: 'status' | 'requisite' | 'cancel', secret: string | null) {
      return request(`/api/v1/claim/${id}/${call}/`, {
        method: call === 'cancel' ? 'POST' : 'GET',
        headers: secret === null ? {} : { 'x-claim-secret': secret },
      });
    },
  };
}

/** Creates a client for a server in this process. */
export const createInProcessClient = (app: Hono) =>
  createClaimClient((path, init) => app.request(path, init));
