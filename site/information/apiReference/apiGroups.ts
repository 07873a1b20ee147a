import type { ApiOperation, OpenApiDocument } from './openApiDocument.ts';

/** A call of the API with its address in the reference. */
export interface ApiCall {
  /** Fragment of the page's URL: `post-api-v1-claim`. */
  id: string;
  /** `POST` */
  method: string;
  path: string;
  operation: ApiOperation;
  /** Everything that the search looks through, in lower case. */
  searchText: string;
}

/** Calls of one subject. */
export interface ApiGroup {
  tag: string;
  title: string;
  calls: ApiCall[];
}

/** Titles of the groups by tag, those that partners need first. A tag without a title is its own title. */
const GROUP_TITLES: Readonly<Record<string, string>> = {
  shop: 'Магазин: заявки по ключу',
  calculator: 'Валюты, курсы, резервы',
  claim: 'Заявка',
  verification: 'Подтверждение карты',
  exports: 'Выгрузка курсов',
  alerts: 'Письма о курсе',
  unsubscribe: 'Отписка от новостей',
  refferal: 'Переходы по ссылкам',
  users: 'Аккаунт',
  auth: 'Вход',
  server: 'Состояние сервера',
};

const formatCallId = (method: string, path: string) =>
  `${method}${path.replace(/[^a-z\d]+/gi, '-')}`.replace(/-$/, '').toLowerCase();

/** The calls of the document by group. A path that also works without its trailing slash is listed once. */
export function listApiGroups({ paths }: OpenApiDocument): ApiGroup[] {
  const calls = Object.entries(paths)
    .filter(([path]) => !paths[`${path}/`])
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): ApiCall => {
        const searchText = `${method} ${path} ${JSON.stringify(operation)}`.toLowerCase();
        return { id: formatCallId(method, path), method: method.toUpperCase(), path, operation, searchText };
      }),
    );
  const callsByTag = Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? 'server');
  const tags = new Set([...Object.keys(GROUP_TITLES), ...callsByTag.keys()]);
  return [...tags].flatMap(tag => {
    const grouped = callsByTag.get(tag);
    return grouped ? [{ tag, title: GROUP_TITLES[tag] ?? tag, calls: grouped }] : [];
  });
}

/** The groups with only the calls whose description contains every word of `query`. */
export function filterApiGroups(groups: readonly ApiGroup[], query: string): ApiGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(group => ({
      ...group,
      calls: group.calls.filter(({ searchText }) => words.every(word => searchText.includes(word))),
    }))
    .filter(({ calls }) => calls.length > 0);
}
