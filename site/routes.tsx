import type { RouteObject } from 'react-router';
import { addresses } from './addresses.ts';
import type { Market } from './home/market.ts';
import { information } from './information/routes.tsx';
import { NotFound } from './pages/NotFound.tsx';
import type { Handle } from './shell/Arrival.tsx';
import { PageFailed, SiteFailed } from './shell/Failed.tsx';
import { Layout } from './shell/Layout.tsx';
import type { Shell } from './shell/shell.ts';

/** Pages that fail one by one: in place of the one that did stands its error page. */
const guarded = (pages: RouteObject[]): RouteObject[] => [
  {
    errorElement: <PageFailed />,
    // As the server knows them: /Rules is no address of ours.
    children: pages.map(page => Object.assign(page, { caseSensitive: true })),
  },
];

/**
 * Every address of the site and the page behind it, loaded when it is needed: a text page pays for no model but the
 * shell's. A new list at each call, because a router writes into it.
 */
export function routes(shell: Shell): RouteObject[] {
  const { api } = shell;
  /** Made when the first page asks for it, the same for all. */
  let market: Market | undefined;
  const titled = (title: string): { handle: Handle } => ({ handle: { title: `${title} · Размен` } });
  return [
    {
      element: <Layout shell={shell} />,
      errorElement: <SiteFailed shell={shell} />,
      HydrateFallback: () => null,
      children: guarded([
        {
          path: addresses.home,
          handle: {
            title: 'Обмен криптовалюты на рубли · Размен',
            description:
              'Обмен криптовалюты на рубли и обратно. Курс, минимум, резерв и срок видны до создания заявки.',
          } satisfies Handle,
          lazy: async () => {
            const [{ Home }, { create }] = await Promise.all([
              import('./pages/Home.tsx'),
              import('./home/market.ts'),
            ]);
            market ??= create(api);
            return { element: <Home market={market} /> };
          },
        },
        ...information(shell),
        {
          path: addresses.unfinished,
          lazy: async () => {
            const [{ guard }, { open }] = await Promise.all([
              import('./claim/guard.ts'),
              import('./claim/book.ts'),
            ]);
            return { loader: () => guard(open(api), shell.messages) };
          },
        },
        ...(['success', 'fail'] as const).map(said => ({
          path: addresses[said],
          ...titled(said === 'success' ? 'Статус оплаты' : 'Оплата не\u00a0прошла'),
          lazy: async () => {
            const [{ Return }, { open }] = await Promise.all([
              import('./pages/Return.tsx'),
              import('./claim/book.ts'),
            ]);
            return { element: <Return book={open(api)} said={said} /> };
          },
        })),
        {
          path: addresses.claim,
          ...titled('Заявка'),
          lazy: async () => {
            const [{ Claim }, { open }] = await Promise.all([
              import('./pages/Claim.tsx'),
              import('./claim/book.ts'),
            ]);
            return { element: <Claim book={open(api)} /> };
          },
        },
        ...(['verification', 'handoff'] as const).map(name => ({
          path: addresses[name],
          ...titled('Подтверждение карты'),
          lazy: async () => {
            const [{ Verification, Handoff }, { open }] = await Promise.all([
              import('./pages/Verification.tsx'),
              import('./claim/book.ts'),
            ]);
            const Page = name === 'handoff' ? Handoff : Verification;
            return { element: <Page book={open(api)} /> };
          },
        })),
        {
          path: '*',
          ...titled('404'),
          Component: NotFound,
        },
      ]),
    },
  ];
}
