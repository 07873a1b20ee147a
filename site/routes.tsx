import type { RouteObject } from 'react-router';
import { addresses } from './addresses.ts';
import type { Market } from './home/market.ts';
import type { Handle } from './shell/arrival.ts';
import { Layout } from './shell/Layout.tsx';

/** The models that pages show, made once in main.tsx. */
export interface Models {
  market: Market;
}

/** Every address of the site, its title and the page behind it, loaded when it is needed. */
export function routes({ market }: Models): RouteObject[] {
  const titled = (title: string): { handle: Handle } => ({ handle: { title: `${title} · Размен` } });
  return [
    {
      Component: Layout,
      HydrateFallback: () => null,
      children: [
        {
          path: addresses.home,
          ...titled('Обмен криптовалюты на рубли'),
          lazy: async () => {
            const { Home } = await import('./pages/Home.tsx');
            return { element: <Home market={market} /> };
          },
        },
        {
          path: addresses.rules,
          ...titled('Правила обмена'),
          lazy: async () => ({ Component: (await import('./pages/Rules.tsx')).Rules }),
        },
        {
          path: addresses.aml,
          ...titled('AML-политика'),
          lazy: async () => ({ Component: (await import('./pages/Aml.tsx')).Aml }),
        },
        {
          path: addresses.contacts,
          ...titled('Контакты'),
          lazy: async () => ({ Component: (await import('./pages/Contacts.tsx')).Contacts }),
        },
        {
          path: '*',
          ...titled('404'),
          lazy: async () => ({ Component: (await import('./pages/NotFound.tsx')).NotFound }),
        },
      ],
    },
  ];
}
