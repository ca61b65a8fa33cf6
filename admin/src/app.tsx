// The providers around all screens.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { LanguageProvider } from './lib/language.tsx'
import { router } from './router.tsx'
import { ToastRegion } from './ui/toast.tsx'

/** The client repeats failed reads itself. */
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })

export const App = ({ initial }: Pick<ComponentProps<typeof LanguageProvider>, 'initial'>) => (
  <LanguageProvider initial={initial}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>
  </LanguageProvider>
)
