import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { importWithRetry } from '#core/importWithRetry.ts';

/** Creates a component that loads with its first render. `name`: its name in the module. */
type CreateLazyComponent = <Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
) => LazyExoticComponent<ComponentType<Props>>;

/** A part of a page. A failure to load it is an error of the page. */
export const lazyComponent: CreateLazyComponent = (load, name) =>
  lazy(async () => ({ default: (await importWithRetry(load))[name] }));

/** A part that the page works without: it renders nothing if it cannot be loaded. */
export const lazyExtra: CreateLazyComponent = (load, name) =>
  lazy(async () => ({ default: (await load().catch(() => null))?.[name] ?? (() => null) }));
