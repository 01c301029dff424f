import './zod-setup'
import './app/token'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Application } from './app/application'
import { connect } from './app/connection'
import { keepInStep } from './app/sync'
import { followLibraryAddress } from './stores/library-address'
import { followPage } from './stores/page'
import './styles/base.css'

followPage()
followLibraryAddress()
connect()
void keepInStep()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
)
