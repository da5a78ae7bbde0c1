-- Drives Neovim as a person would, from one event to the next: problems appear, a fix is taken, a value is hovered, the file
-- is saved. Writes what a person sees to the file named by NEOVIM_SEEN.
local seen = { problems = {}, actions = {} }
local is_hovering = false

-- An error ends Neovim, so that the test fails at once.
local function guard(step)
  return vim.schedule_wrap(function(...)
    local ok, message = pcall(step, ...)
    if ok then return end
    io.stderr:write(message .. '\n')
    vim.cmd('cquit')
  end)
end

local finish = guard(function()
  vim.cmd('wall')
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.NEOVIM_SEEN)
  vim.cmd('qall')
end)

vim.ui.select = function(items, options, choose)
  seen.actions = vim.tbl_map(options.format_item, items)
  choose(items[1], 1)
end

local open_floating_preview = vim.lsp.util.open_floating_preview
vim.lsp.util.open_floating_preview = function(...)
  local buffer, window = open_floating_preview(...)
  seen.hover = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  finish()
  return buffer, window
end

vim.api.nvim_create_autocmd('DiagnosticChanged', {
  callback = guard(function()
    local problems = vim.diagnostic.get(0)
    if #problems > 0 and #seen.problems == 0 then
      seen.problems = vim.tbl_map(function(problem)
        return { line = problem.lnum + 1, code = problem.code, source = problem.source, message = problem.message }
      end, problems)
      -- Anywhere in the line, as people do.
      vim.api.nvim_win_set_cursor(0, { problems[1].lnum + 1, 0 })
      vim.lsp.buf.code_action()
    elseif #problems == 0 and #seen.actions > 0 and not is_hovering then
      is_hovering = true
      vim.cmd('normal! ^f2')
      vim.lsp.buf.hover()
    end
  end),
})
